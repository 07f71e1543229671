import type { ContactAnswerRow, ContactMessageRow } from '../contact/contact.store.ts';
import type { RecipientRow } from '../recipients/recipients.store.ts';
import { kindsOf } from '../suppressions/suppression.ts';
import type { SuppressionRow } from '../suppressions/suppressions.store.ts';

export function presentRecipient({ email, firstName, emailVerified, status }: RecipientRow) {
  return { email, first_name: firstName, email_verified: emailVerified, status };
}

export function presentSuppression(row: SuppressionRow) {
  const { channel, cause, since } = row;
  return { channel, cause, kinds: kindsOf(row), since: since.toISOString() };
}

export function presentContactMessage(
  { id, name, email, message, createdAt }: ContactMessageRow,
  answers: readonly ContactAnswerRow[],
) {
  return {
    name,
    email,
    message,
    created_at: createdAt.toISOString(),
    answers: answers
      .filter(({ messageId }) => messageId === id)
      .map(({ body, createdAt: at }) => ({ body, created_at: at.toISOString() })),
  };
}
