import type { MailingContent } from '@cairn/contracts/http/mailing-templates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKey, callRoute } from '../api/call-route.ts';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import { toLocalInput } from '../ui/moments.ts';
import { clearSelection, useSelection } from '../users/selection.ts';
import {
  draftOf,
  EMPTY_DRAFT,
  type EmailDraft,
  isEmpty,
  isReady,
  lacksRecipients,
  mailingOf,
  scheduledMailingOf,
  successText,
} from './email-draft.ts';

const KEY = 'email';

/** What a mail begins with: a template, an earlier mailing, or a scheduled one that is changed. */
export type StartContent = MailingContent &
  Partial<Pick<EmailDraft, 'editing' | 'base'>> & {
    to?: string[] | null;
    send_at?: string | null;
  };

/** State of the email draft with its preview, test and send calls. */
export function useEmailForm() {
  const selected = useSelection();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => ({ ...EMPTY_DRAFT, ...readDraft<EmailDraft>(KEY) }));
  /** React key of the editor; a new mail gets a new editor. */
  const [number, setNumber] = useState(1);
  const mailing = mailingOf(draft, selected);
  const isWithoutRecipients = lacksRecipients(draft, selected);
  const canSend = isReady(draft) && !isWithoutRecipients;
  const preview = useMutation({
    mutationFn: () => callRoute('POST /api/admin/send-email/preview', { body: mailing }),
  });
  const test = useMutation({
    mutationFn: () => callRoute('POST /api/admin/send-email/test', { body: mailing }),
  });
  const count = useMutation({
    mutationFn: (counted: EmailDraft) =>
      callRoute('POST /api/admin/send-email/preview', { body: mailingOf(counted, selected) }),
  });
  const send = useMutation({
    mutationFn: async (expectCount: number) => {
      const body = { ...scheduledMailingOf(draft, selected), expectCount };
      const { send_at } = await (draft.editing
        ? callRoute('PUT /api/admin/mailings/:id', {
            params: { id: draft.editing },
            body,
            ifMatch: draft.base?.version ?? undefined,
          })
        : callRoute('POST /api/admin/send-email', { body }));
      return { text: successText(mailing, expectCount, send_at) };
    },
    onSuccess: clear,
    onSettled: () => {
      count.reset();
      void queryClient.invalidateQueries({ queryKey: adminKey('mailings') });
    },
  });

  function change(changes: Partial<EmailDraft>) {
    store({ ...draft, ...changes });
  }
  function store(next: EmailDraft) {
    setDraft(next);
    send.reset();
    test.reset();
    if (isEmpty(next)) dropDraft(KEY);
    else saveDraft(KEY, next);
  }
  function clear() {
    dropDraft(KEY);
    setDraft(EMPTY_DRAFT);
    setNumber((last) => last + 1);
    clearSelection();
  }
  function startFrom({
    to = null,
    send_at = null,
    editing = '',
    base = null,
    ...start
  }: StartContent) {
    const { subject, content, segment } = start;
    const audience = { to, segment };
    const fields = { subject, content, audience, sendAt: toLocalInput(send_at) };
    replace({ ...draftOf(fields), editing, base });
  }
  function replace(next: EmailDraft) {
    clearSelection();
    store(next);
    setNumber((last) => last + 1);
  }
  const calls = { preview, test, count, send };
  const state = { draft, number, selected, isWithoutRecipients, canSend };
  return { ...state, ...calls, change, clear, startFrom, replace };
}

export type EmailForm = ReturnType<typeof useEmailForm>;
