import type { StoredMailingContent } from '@cairn/contracts/http/mailing-templates.ts';
import { type Difference, inPlainText, isEqual } from '../ui/merge-fields.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import {
  draftOf,
  EMPTY_DRAFT,
  fieldsOf,
  type MailingFields,
  savedFieldsOf,
} from './email-draft.ts';
import type { EmailForm } from './use-email-form.ts';

/** Resolves a change of a scheduled mailing that another admin has changed since. */
export function useMailingConflict(emailForm: EmailForm) {
  const { draft, selected, send, count, replace } = emailForm;
  const { editing } = draft;
  const local = fieldsOf(draft, selected);
  const base = draft.base ?? { fields: fieldsOf(EMPTY_DRAFT, []), version: null };
  return useConflict<MailingFields, StoredMailingContent>(send.error, {
    form: {
      base,
      isChanged: editing !== '' && !isEqual(base.fields, local),
      getValues: () => local,
      rebase: (saved, values) => replace({ ...draftOf(values), editing, base: saved }),
      discard: (saved) => replace({ ...draftOf(saved.fields), editing, base: saved }),
    },
    what: 'this scheduled mailing',
    labels: LABELS,
    savedOf: savedFieldsOf,
    shown,
    isBusy: send.isPending,
    // The number of recipients may have changed with the segment: it is confirmed again.
    save: (fields) => count.mutate(draftOf(fields)),
    onResolved: send.reset,
  });
}

const LABELS = {
  subject: 'Subject',
  content: 'Content',
  audience: 'Recipients',
  sendAt: 'Time',
};

function shown(difference: Difference): Difference {
  const { name, local, remote } = difference;
  if (name === 'content') return inPlainText(difference);
  if (name === 'subject') return difference;
  return { ...difference, local: inWords(local), remote: inWords(remote) };
}

/** JSON without its punctuation, and a local time without its `T`. */
function inWords(text: string): string {
  return text
    .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
    .replace(/^null$/, '')
    .replace(/[{}[\]"]|,$/gm, '')
    .trim();
}
