import type { Database } from '@cairn/postgres/pool.ts';
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

const DELETE_MAILINGS_BEFORE = statement(
  'notification.deleteMailingsBefore',
  `DELETE FROM mailings WHERE id IN (
   SELECT m.id FROM mailings m WHERE m.finished_at < $1
     AND NOT EXISTS (SELECT FROM deliveries d WHERE d.mailing_id = m.id)
     AND NOT EXISTS (SELECT FROM delivery_batches b WHERE b.mailing_id = m.id) LIMIT $2)`,
);

/** Deletes ended mailings whose deliveries and batches are deleted. */
export async function deleteMailingsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_MAILINGS_BEFORE.execute(db, [before, limit]);
}
