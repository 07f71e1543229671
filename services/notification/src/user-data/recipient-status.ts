import type { Database } from '@cairn/postgres/pool.ts';
import { presentAlert } from '../alerts/alerts.presenter.ts';
import { findPhone } from '../alerts/phones.store.ts';
import { listAlertPreferences } from '../memberships/memberships.store.ts';
import { findRecipient } from '../recipients/recipients.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import { presentSuppression } from './recipients.presenter.ts';

/** For staff: everything that decides whether a user gets a message; null for a deleted user. */
export async function findRecipientStatus(db: Database, userId: string, suppressionKey: Buffer) {
  const hash = (address: string | null) => (address ? [hashAddress(address, suppressionKey)] : []);
  const [recipient, phone, alerts] = await Promise.all([
    findRecipient(db, userId),
    findPhone(db, userId),
    listAlertPreferences(db, userId),
  ]);
  const [email, sms] = await Promise.all([
    listSuppressions(db, 'email', hash(recipient?.email ?? null)),
    listSuppressions(db, 'sms', hash(phone)),
  ]);
  if (!recipient) return null;
  return {
    user_id: userId,
    email: recipient.email,
    email_verified: recipient.emailVerified,
    status: recipient.status,
    phone,
    phone_verified: phone !== null,
    suppressions: [...email, ...sms].map(presentSuppression),
    alerts: alerts.map(presentAlert),
  };
}
