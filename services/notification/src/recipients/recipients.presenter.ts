import type { ContactMessageRow } from '../contact/contact.store.ts';
import { kindsOf } from '../suppressions/suppression.ts';
import type { SuppressionRow } from '../suppressions/suppressions.store.ts';

export function presentSuppression(row: SuppressionRow) {
  const { channel, cause, since } = row;
  return { channel, cause, kinds: kindsOf(row), since: since.toISOString() };
}

export function presentContactMessage({ name, email, message, created_at }: ContactMessageRow) {
  return { name, email, message, created_at: created_at.toISOString() };
}
