import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const DELETE_DELIVERIES_BEFORE = statement(
  'notification.deleteDeliveriesBefore',
  `DELETE FROM deliveries WHERE id IN (
   SELECT d.id FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
   WHERE d.created_at < $1 AND d.finished_at < $1 AND d.state NOT IN ('pending', 'sending')
     AND (m.id IS NULL OR m.finished_at < $1)
   ORDER BY d.created_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED)`,
);

/** Deletes ended deliveries with their history; those of a mailing once it has ended as long ago. */
export async function deleteDeliveriesBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_DELIVERIES_BEFORE.execute(db, [before, limit]);
}

const DELETE_BATCHES_BEFORE = statement(
  'notification.deleteBatchesBefore',
  `DELETE FROM delivery_batches WHERE id IN (
   SELECT b.id FROM delivery_batches b WHERE b.closed_at < $1
     AND NOT EXISTS (SELECT FROM deliveries d WHERE d.batch_id = b.id) LIMIT $2)`,
);

/** Deletes closed batches whose deliveries are deleted. */
export async function deleteBatchesBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_BATCHES_BEFORE.execute(db, [before, limit]);
}

const ERASE_DELIVERIES_OF_USER = statement(
  'notification.eraseDeliveriesOfUser',
  `WITH held AS (
     SELECT id FROM deliveries
     WHERE (user_id = $1 OR user_id IS NULL AND lower(address) = lower($2?))
       AND NOT (template = 'account_deleted' AND state IN ('pending', 'sending'))
     ORDER BY id FOR UPDATE)
   UPDATE deliveries SET address = NULL, sealed_token = NULL, variables = '{}',
     state = CASE WHEN state = 'pending' THEN 'failed' ELSE state END,
     finished_at = CASE WHEN state = 'pending' THEN now() ELSE finished_at END,
     last_error = CASE WHEN state = 'pending' THEN 'the account was deleted' ELSE last_error END
   WHERE id IN (SELECT id FROM held)`,
);

/**
 * Erases addresses, tokens and variables of a deleted user and fails pending rows, except the mail
 * that confirms the deletion. Its worker closes a row that is being sent. Also erases the address in
 * rows without an account, as in answers to contact messages.
 */
export async function eraseDeliveriesOfUser(
  tx: Transaction,
  userId: string,
  email: string | null,
): Promise<void> {
  await ERASE_DELIVERIES_OF_USER.execute(tx, [userId, email]);
}

const ERASE_OLD_ADDRESSES = statement(
  'notification.eraseOldAddresses',
  `UPDATE deliveries SET address = NULL
   WHERE user_id IS NULL AND address IS NOT NULL AND state NOT IN ('pending', 'sending')
     AND created_at < now() - make_interval(days => $1)`,
);

/** Erases addresses of recipients without an account, once staff will not retry the message any more. */
export async function eraseOldAddresses(db: Database, olderThanDays: number): Promise<number> {
  return ERASE_OLD_ADDRESSES.execute(db, [olderThanDays]);
}
