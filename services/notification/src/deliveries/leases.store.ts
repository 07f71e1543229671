import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { isInSegment, STORED_SEGMENT } from '../recipients/segments.store.ts';
import type { Channel } from '../suppressions/suppression.ts';
import type { TemplateName } from '../templates/catalogue.ts';

/** A leased row is not queued again for this long. */
const LEASE = "interval '60 seconds'";

export type DueDelivery = {
  id: string;
  channel: Channel;
  attempts: number;
  traceparent: string | null;
};

const LEASE_DUE_DELIVERIES = statement(
  'notification.leaseDueDeliveries',
  `WITH due AS (
     SELECT id, next_try_at FROM deliveries
     WHERE state = 'pending' AND batch_id IS NULL AND next_try_at <= now()
     ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   leased AS (
     UPDATE deliveries d SET next_try_at = now() + ${LEASE} FROM due WHERE d.id = due.id
     RETURNING d.id, d.channel, d.attempts, d.traceparent, due.next_try_at AS due_since)
   SELECT id, channel, attempts, traceparent FROM leased ORDER BY due_since`,
);

/**
 * Leases due pending rows, oldest first. Each is due again when its lease ends, so that a job that
 * Redis lost is queued again.
 */
export async function leaseDueDeliveries(db: Database, limit: number): Promise<DueDelivery[]> {
  return LEASE_DUE_DELIVERIES.all(db, [limit]);
}

const RELEASE_DELIVERIES = statement(
  'notification.releaseDeliveries',
  `UPDATE deliveries SET next_try_at = now() + make_interval(secs => $2)
   WHERE id = ANY($1::uuid[]) AND state = 'pending'`,
);

/** Ends the lease of rows that could not be queued; they are due after `waitSeconds`. */
export async function releaseDeliveries(
  db: Database,
  ids: readonly string[],
  waitSeconds: number,
): Promise<void> {
  await RELEASE_DELIVERIES.execute(db, [ids, waitSeconds]);
}

export type DueBatch = { id: string; attempts: number; traceparent: string | null };

const LEASE_DUE_BATCHES = statement(
  'notification.leaseDueBatches',
  `WITH due AS (
     SELECT id, next_try_at FROM delivery_batches
     WHERE closed_at IS NULL AND next_try_at <= now()
     ORDER BY next_try_at, part LIMIT $1 FOR UPDATE SKIP LOCKED),
   leased AS (
     UPDATE delivery_batches b SET next_try_at = now() + ${LEASE} FROM due WHERE b.id = due.id
     RETURNING b.id, b.attempts, b.traceparent, b.part, due.next_try_at AS due_since)
   SELECT id, attempts, traceparent FROM leased ORDER BY due_since, part`,
);

/** As `leaseDueDeliveries`, for batches; batches with the same due time go by their part number. */
export async function leaseDueBatches(db: Database, limit: number): Promise<DueBatch[]> {
  return LEASE_DUE_BATCHES.all(db, [limit]);
}

const RELEASE_BATCHES = statement(
  'notification.releaseBatches',
  `UPDATE delivery_batches SET next_try_at = now() + make_interval(secs => $2)
   WHERE id = ANY($1::uuid[]) AND closed_at IS NULL`,
);

export async function releaseBatches(
  db: Database,
  ids: readonly string[],
  waitSeconds: number,
): Promise<void> {
  await RELEASE_BATCHES.execute(db, [ids, waitSeconds]);
}

const FIND_NEXT_DUE_IN_MS = statement(
  'notification.findNextDueInMs',
  `SELECT (extract(epoch FROM least(
   (SELECT min(next_try_at) FROM deliveries WHERE state = 'pending' AND batch_id IS NULL),
   (SELECT min(next_try_at) FROM delivery_batches
    WHERE closed_at IS NULL AND next_try_at < 'infinity'),
   (SELECT min(send_at) FROM mailings WHERE state = 'scheduled' AND send_at > now()),
   (SELECT min(started_at) + make_interval(secs => $1) FROM deliveries
    WHERE state = 'sending')) - clock_timestamp()) * 1000)::float AS ms`,
);

/**
 * Milliseconds until a delivery, a batch or a scheduled mailing is due, or a delivery that is being sent
 * counts as lost; negative if overdue, null if none waits. A mailing that is overdue could not begin; it
 * waits for the fallback of the loop.
 */
export async function findNextDueInMs(
  db: Database,
  lostAfterSeconds: number,
): Promise<number | null> {
  const row = await FIND_NEXT_DUE_IN_MS.one(db, [lostAfterSeconds]);
  return row.ms;
}

const COUNT_BATCH_ATTEMPT = statement(
  'notification.countBatchAttempt',
  `UPDATE delivery_batches
   SET attempts = attempts + 1, next_try_at = greatest(next_try_at, now() + ${LEASE})
   WHERE id = $1`,
);

/**
 * Counts an attempt, so that the next job has a new id, and renews the lease: the job may have waited
 * long in the queue, and the batch must not be queued again while it is being sent.
 */
export async function countBatchAttempt(db: Database, batchId: string): Promise<void> {
  await COUNT_BATCH_ATTEMPT.execute(db, [batchId]);
}

const LOCK_MAILING_OF_BATCH = statement(
  'notification.lockMailingOfBatch',
  `SELECT FROM mailings
   WHERE id = (SELECT mailing_id FROM delivery_batches WHERE id = $1) FOR SHARE`,
);

/**
 * Locks the mailing of the batch against pause, resume and retry until the transaction ends. A batch
 * of alerts has no mailing.
 */
export async function lockMailingOfBatch(tx: Transaction, batchId: string): Promise<void> {
  await LOCK_MAILING_OF_BATCH.execute(tx, [batchId]);
}

const CLOSE_OR_RESCHEDULE_BATCH = statement(
  'notification.closeOrRescheduleBatch',
  `UPDATE delivery_batches b
   SET closed_at = CASE WHEN open.count = 0 THEN now() END,
       next_try_at = CASE
         WHEN EXISTS (SELECT FROM mailings m WHERE m.id = b.mailing_id AND m.state = 'paused')
           THEN 'infinity'
         ELSE coalesce(open.next_try_at, b.next_try_at) END
   FROM (SELECT count(*), min(next_try_at) FILTER (WHERE state = 'pending') AS next_try_at
         FROM deliveries WHERE batch_id = $1 AND state IN ('pending', 'sending')) open
   WHERE b.id = $1`,
);

/**
 * Closes a batch without pending or sending rows; otherwise sets it due when its first row is.
 * Requires `lockMailingOfBatch` in the same transaction: a statement that waits for the batch while
 * its mailing is resumed would still see the mailing as paused.
 */
export async function closeOrRescheduleBatch(tx: Transaction, batchId: string): Promise<void> {
  await CLOSE_OR_RESCHEDULE_BATCH.execute(tx, [batchId]);
}

/** A row claimed by this worker, with everything that decides whether and where to send it. */
export type ClaimedDelivery = {
  id: string;
  template: TemplateName;
  channel: Channel;
  userId: string | null;
  address: string | null;
  variables: Record<string, unknown>;
  sealedToken: string | null;
  attempts: number;
  /** Each claim of the row raises it. */
  fencingToken: number;
  mailingId: string | null;
  hasExpired: boolean;
  /** The user was erased, and this is not the mail that confirms it. */
  isErased: boolean;
  /** An alert whose user is not a member any more or has turned it off. */
  isDeclined: boolean;
  isStopped: boolean;
  /** A mailing to a segment that the user is not in any more. */
  leftAudience: boolean;
  /** Staff named the address although its user was suspended. */
  evenSuspended: boolean;
  recipientEmail: string | null;
  recipientStatus: string | null;
  firstName: string | null;
  phone: string | null;
  contact: { name: string; email: string; message: string; answer: string | null } | null;
};

/** `d` are the rows that were just claimed. */
const CLAIMED = `d.id, d.template, d.channel, d.user_id AS "userId", d.address, d.variables,
  d.sealed_token AS "sealedToken", d.attempts, d.fencing_token AS "fencingToken",
  d.mailing_id AS "mailingId", d.even_suspended AS "evenSuspended",
  coalesce(d.expires_at <= now(), false) AS "hasExpired",
  d.template <> 'account_deleted' AND EXISTS
    (SELECT FROM erased_users e WHERE e.user_id = d.user_id::text) AS "isErased!",
  d.product_id IS NOT NULL AND NOT EXISTS
    (SELECT FROM alert_preferences p
     WHERE p.user_id = d.user_id AND p.product_id = d.product_id AND p.is_member
       AND CASE d.channel WHEN 'email' THEN p.email_alerts ELSE p.sms_alerts END) AS "isDeclined",
  coalesce((SELECT state = 'stopped' FROM mailings m WHERE m.id = d.mailing_id), false) AS "isStopped",
  EXISTS
    (SELECT FROM mailings m
     WHERE m.id = d.mailing_id AND NOT m.is_test AND NOT m.is_chosen AND NOT EXISTS
       (SELECT FROM recipients r
        WHERE r.user_id = d.user_id AND ${isInSegment(STORED_SEGMENT)})
    ) AS "leftAudience",
  (SELECT email FROM recipients r WHERE r.user_id = d.user_id) AS "recipientEmail",
  (SELECT status FROM recipients r WHERE r.user_id = d.user_id) AS "recipientStatus",
  (SELECT first_name FROM recipients r WHERE r.user_id = d.user_id) AS "firstName",
  (SELECT number FROM phones n WHERE n.user_id = d.user_id) AS phone,
  (SELECT jsonb_build_object('name', c.name, 'email', c.email, 'message', c.message, 'answer',
     (SELECT a.body FROM contact_answers a
      WHERE a.id = (d.variables->>'contactAnswerId')::uuid))
   FROM contact_messages c WHERE c.id = (d.variables->>'contactMessageId')::uuid) AS contact`;

const CLAIM = `state = 'sending', attempts = attempts + 1, fencing_token = fencing_token + 1,
  started_at = now()`;

const NOT_PAUSED = `NOT EXISTS (SELECT FROM mailings m WHERE m.id = mailing_id AND m.state = 'paused')`;

const CLAIM_DELIVERY = statement(
  'notification.claimDelivery',
  `WITH d AS (
     UPDATE deliveries SET ${CLAIM}
     WHERE id = $1 AND state = 'pending' AND ${NOT_PAUSED} RETURNING *),
   history AS (INSERT INTO delivery_history (delivery_id, what) SELECT id, 'sending' FROM d)
   SELECT ${CLAIMED} FROM d`,
);

/** pending -> sending, for one worker only; null if the row is not pending or its mailing is paused. */
export async function claimDelivery(db: Database, id: string): Promise<ClaimedDelivery | null> {
  return CLAIM_DELIVERY.first(db, [id]);
}

const CLAIM_BATCH = statement(
  'notification.claimBatch',
  `WITH waiting AS (
     SELECT id FROM deliveries WHERE batch_id = $1 AND state = 'pending' AND ${NOT_PAUSED}
     ORDER BY id FOR UPDATE),
   d AS (
     UPDATE deliveries SET ${CLAIM}
     WHERE id IN (SELECT id FROM waiting) AND state = 'pending' RETURNING *),
   history AS (INSERT INTO delivery_history (delivery_id, what) SELECT id, 'sending' FROM d)
   SELECT ${CLAIMED} FROM d ORDER BY d.id`,
);

/** As `claimDelivery`, for all pending rows of a batch, in a stable order. */
export async function claimBatch(db: Database, batchId: string): Promise<ClaimedDelivery[]> {
  return CLAIM_BATCH.all(db, [batchId]);
}
