import type { ContactMessageRow } from '../contact/contact.store.ts';
import type { SuppressionRow } from '../suppressions/suppressions.store.ts';

export function presentSuppression({ channel, cause, since }: SuppressionRow) {
  return { channel, cause, since: since.toISOString() };
}

export function presentContactMessage({ name, email, message, created_at }: ContactMessageRow) {
  return { name, email, message, created_at: created_at.toISOString() };
}
