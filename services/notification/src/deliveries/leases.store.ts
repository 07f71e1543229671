import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { Channel } from '../suppressions/suppression.ts';

/** For so long nobody queues it again. */
const LEASE = "interval '60 seconds'";

export type DueDelivery = {
  id: string;
  channel: Channel;
  attempts: number;
  traceparent: string | null;
};

/**
 * Pending rows whose time has come, for the queue, oldest first. Each is due again after its lease:
 * what Redis loses is queued once more.
 */
export async function leaseDueDeliveries(db: Database, limit: number): Promise<DueDelivery[]> {
  const { rows } = await db.query(
    `WITH due AS (
       SELECT id, next_try_at FROM deliveries
       WHERE state = 'pending' AND batch_id IS NULL AND next_try_at <= now()
       ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED),
     leased AS (
       UPDATE deliveries d SET next_try_at = now() + ${LEASE} FROM due WHERE d.id = due.id
       RETURNING d.id, d.channel, d.attempts, d.traceparent, due.next_try_at AS due_since)
     SELECT id, channel, attempts, traceparent FROM leased ORDER BY due_since`,
    [limit],
  );
  return rows;
}

/** Gives leased rows back at once, since they could not be queued. */
export async function releaseDeliveries(
  db: Database,
  ids: readonly string[],
  waitSeconds: number,
): Promise<void> {
  await db.query(
    `UPDATE deliveries SET next_try_at = now() + make_interval(secs => $2)
     WHERE id = ANY($1::uuid[]) AND state = 'pending'`,
    [ids, waitSeconds],
  );
}

export type DueBatch = { id: string; attempts: number; traceparent: string | null };

/** The same for batches; those that have been due for as long go by their place in the whole. */
export async function leaseDueBatches(db: Database, limit: number): Promise<DueBatch[]> {
  const { rows } = await db.query(
    `WITH due AS (
       SELECT id, next_try_at FROM delivery_batches
       WHERE closed_at IS NULL AND next_try_at <= now()
       ORDER BY next_try_at, part LIMIT $1 FOR UPDATE SKIP LOCKED),
     leased AS (
       UPDATE delivery_batches b SET next_try_at = now() + ${LEASE} FROM due WHERE b.id = due.id
       RETURNING b.id, b.attempts, b.traceparent, b.part, due.next_try_at AS due_since)
     SELECT id, attempts, traceparent FROM leased ORDER BY due_since, part`,
    [limit],
  );
  return rows;
}

export async function releaseBatches(
  db: Database,
  ids: readonly string[],
  waitSeconds: number,
): Promise<void> {
  await db.query(
    `UPDATE delivery_batches SET next_try_at = now() + make_interval(secs => $2)
     WHERE id = ANY($1::uuid[]) AND closed_at IS NULL`,
    [ids, waitSeconds],
  );
}

/**
 * Counts a try, so that the job of the next one has another id. Its lease begins anew: it may have
 * waited long in the queue, and is not to be queued again while it is sent.
 */
export async function countBatchTry(db: Database, batchId: string): Promise<void> {
  await db.query(
    `UPDATE delivery_batches
     SET attempts = attempts + 1, next_try_at = greatest(next_try_at, now() + ${LEASE})
     WHERE id = $1`,
    [batchId],
  );
}

/**
 * Held until the transaction ends: nobody pauses, resumes or retries the mailing of the batch. A
 * batch of alerts has no mailing.
 */
export async function lockMailingOfBatch(tx: Transaction, batchId: string): Promise<void> {
  await tx.query(
    `SELECT FROM mailings
     WHERE id = (SELECT mailing_id FROM delivery_batches WHERE id = $1) FOR SHARE`,
    [batchId],
  );
}

/**
 * After a try: closed where nothing of it waits or is being sent, else due when its first row is.
 * Requires `lockMailingOfBatch` in the same transaction: a statement that waits for the batch while
 * its mailing is resumed would still see the mailing as paused.
 */
export async function settleBatch(tx: Transaction, batchId: string): Promise<void> {
  await tx.query(
    `UPDATE delivery_batches b
     SET closed_at = CASE WHEN open.count = 0 THEN now() END,
         next_try_at = CASE
           WHEN EXISTS (SELECT FROM mailings m WHERE m.id = b.mailing_id AND m.state = 'paused')
             THEN 'infinity'
           ELSE coalesce(open.next_try_at, b.next_try_at) END
     FROM (SELECT count(*), min(next_try_at) FILTER (WHERE state = 'pending') AS next_try_at
           FROM deliveries WHERE batch_id = $1 AND state IN ('pending', 'sending')) open
     WHERE b.id = $1`,
    [batchId],
  );
}
