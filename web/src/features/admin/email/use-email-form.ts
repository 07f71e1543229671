import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKey, callRoute } from '../api/call-route.ts';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import { clearSelection, useSelection } from '../users/selection.ts';
import { EMPTY_DRAFT, type EmailDraft, isEmpty, mailingOf, successText } from './email-draft.ts';

const KEY = 'email';

/** State of the email draft with its preview, test and send calls. */
export function useEmailForm() {
  const selected = useSelection();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => ({ ...EMPTY_DRAFT, ...readDraft<EmailDraft>(KEY) }));
  /** React key of the editor; a new mail gets a new editor. */
  const [number, setNumber] = useState(1);
  const mailing = mailingOf(draft, selected);
  const preview = useMutation({
    mutationFn: () => callRoute('POST /api/admin/send-email/preview', { body: mailing }),
  });
  const test = useMutation({
    mutationFn: () => callRoute('POST /api/admin/send-email/test', { body: mailing }),
  });
  const count = useMutation({
    mutationFn: () => callRoute('POST /api/admin/send-email/preview', { body: mailing }),
  });
  const send = useMutation({
    mutationFn: async (expectCount: number) => {
      const answer = await callRoute('POST /api/admin/send-email', {
        body: { ...mailing, expectCount },
      });
      return { ...answer, text: successText(mailing, answer.count) };
    },
    onSuccess: clear,
    onSettled: () => {
      count.reset();
      void queryClient.invalidateQueries({ queryKey: adminKey('mailings') });
    },
  });

  function change(changes: Partial<EmailDraft>) {
    const next = { ...draft, ...changes };
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
  return { draft, change, clear, number, selected, preview, test, count, send };
}

export type EmailForm = ReturnType<typeof useEmailForm>;
