import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type RetryCandidate = {
  id: string;
  state: string;
  template: string;
  channel: string;
  mailing_id: string | null;
  mailing_state: string | null;
  is_known: boolean;
  address: string | null;
};

const LOCK_DELIVERY = statement(
  'notification.lockDelivery',
  `SELECT d.id, d.state, d.template, d.channel, d.mailing_id, d.address,
     (SELECT state FROM mailings m WHERE m.id = d.mailing_id) AS mailing_state,
     EXISTS (SELECT FROM recipients r WHERE r.user_id = d.user_id) AS is_known
   FROM deliveries d WHERE d.id::text = $1 FOR UPDATE OF d`,
);

/** Locks the row until the transaction ends; null without one. */
export async function lockDelivery(tx: Transaction, id: string): Promise<RetryCandidate | null> {
  return LOCK_DELIVERY.first(tx, [id]);
}

const REOPEN_DELIVERY = statement(
  'notification.reopenDelivery',
  `WITH reopened AS (
     UPDATE deliveries SET state = 'pending', attempts = 0, batch_id = NULL, next_try_at = now(),
       expires_at = NULL, finished_at = NULL
     WHERE id = $1 RETURNING id)
   INSERT INTO delivery_history (delivery_id, what) SELECT id, 'retried' FROM reopened`,
);

/** Makes the row due at once, outside its batch, with all its attempts left. */
export async function reopenDelivery(tx: Transaction, id: string): Promise<void> {
  await REOPEN_DELIVERY.execute(tx, [id]);
}
