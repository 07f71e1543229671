import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { isInSegment } from '../recipients/segments.store.ts';

/** `addresses`, else the users of `segment`. */
export type Audience = { addresses: string[] | null; segment: MailingSegment };

/** One row per mailbox, without duplicates; $1 and $2 are the audience. */
const AUDIENCE = `
  SELECT DISTINCT ON (address) user_id, address, is_suspended FROM (
    SELECT r.user_id, lower(r.email) AS address, false AS is_suspended FROM recipients r
    WHERE $1?::text[] IS NULL AND ${isInSegment('$2::jsonb')}
    UNION ALL
    SELECT r.user_id, given.address, coalesce(r.status = 'suspended', false)
    FROM unnest($1::text[]) AS given(address) LEFT JOIN recipients r ON lower(r.email) = given.address
  ) candidates ORDER BY address, user_id`;

const COUNT_AUDIENCE = statement(
  'notification.countAudience',
  `SELECT count(*)::int FROM (${AUDIENCE}) audience`,
);

export async function countAudience(
  db: Database,
  { addresses, segment }: Audience,
): Promise<number> {
  const row = await COUNT_AUDIENCE.one(db, [addresses, JSON.stringify(segment)]);
  return row.count;
}

const INSERT_MAILING_DELIVERIES = statement(
  'notification.insertMailingDeliveries',
  `WITH audience AS (
     SELECT user_id, address, is_suspended, row_number() OVER (ORDER BY address)::int AS place
     FROM (${AUDIENCE}) recipients),
   batches AS (
     INSERT INTO delivery_batches (source_id, template, part, mailing_id, traceparent)
     SELECT DISTINCT $3::uuid, 'mailing', (place - 1) / $4, $3::uuid, $5? FROM audience
     RETURNING id, part)
   INSERT INTO deliveries (event_id, template, channel, user_id, ordinal, address, mailing_id,
     batch_id, traceparent, even_suspended)
   SELECT $3, 'mailing', 'email', user_id, CASE WHEN user_id IS NULL THEN place ELSE 0 END,
     CASE WHEN user_id IS NULL THEN address END, $3, batches.id, $5,
     is_suspended AND $6::boolean
   FROM audience JOIN batches ON batches.part = (place - 1) / $4`,
);

/** Inserts a delivery for each recipient of the current audience, in batches; returns the number. */
export async function insertMailingDeliveries(
  tx: Transaction,
  {
    mailingId,
    batchSize,
    traceparent,
    evenSuspended,
  }: {
    mailingId: string;
    batchSize: number;
    traceparent: string | null;
    /** Also to named addresses whose users are suspended at this moment. */
    evenSuspended: boolean;
  },
  { addresses, segment }: Audience,
): Promise<number> {
  return INSERT_MAILING_DELIVERIES.execute(tx, [
    addresses,
    JSON.stringify(segment),
    mailingId,
    batchSize,
    traceparent,
    evenSuspended,
  ]);
}

const SET_BATCHES_DUE = statement(
  'notification.setBatchesDue',
  `UPDATE delivery_batches SET next_try_at = $2::timestamptz
   WHERE mailing_id = $1 AND closed_at IS NULL`,
);

/** 'infinity' while the mailing is paused. */
export async function setBatchesDue(
  tx: Transaction,
  mailingId: string,
  when: 'infinity' | 'now',
): Promise<void> {
  await SET_BATCHES_DUE.execute(tx, [mailingId, when]);
}

const STOP_PENDING_DELIVERIES = statement(
  'notification.stopPendingDeliveries',
  `WITH waiting AS (
     SELECT id FROM deliveries WHERE mailing_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE),
   stopped AS (
     UPDATE deliveries SET state = 'stopped', finished_at = now(), address = NULL,
       last_error = 'the mailing was stopped'
     WHERE id IN (SELECT id FROM waiting) RETURNING id, last_error)
   INSERT INTO delivery_history (delivery_id, what, detail)
   SELECT id, 'stopped', last_error FROM stopped`,
);

/** Stops pending rows; the worker closes rows that are being sent. */
export async function stopPendingDeliveries(tx: Transaction, mailingId: string): Promise<void> {
  await STOP_PENDING_DELIVERIES.execute(tx, [mailingId]);
}

const REOPEN_FAILED_DELIVERIES = statement(
  'notification.reopenFailedDeliveries',
  `WITH failed AS (
     SELECT id FROM deliveries WHERE mailing_id = $1 AND state IN ('failed', 'maybe_sent')
     ORDER BY id FOR UPDATE),
   reopened AS (
     UPDATE deliveries SET state = 'pending', attempts = 0, next_try_at = now(), finished_at = NULL
     WHERE id IN (SELECT id FROM failed) RETURNING id, batch_id),
   batches AS (
     UPDATE delivery_batches SET closed_at = NULL, next_try_at = now()
     WHERE id IN (SELECT batch_id FROM reopened)),
   history AS (
     INSERT INTO delivery_history (delivery_id, what) SELECT id, 'retried' FROM reopened)
   SELECT count(*)::int FROM reopened`,
);

/** Makes failed and maybe sent rows due, with all their attempts left; returns the number. */
export async function reopenFailedDeliveries(tx: Transaction, mailingId: string): Promise<number> {
  const row = await REOPEN_FAILED_DELIVERIES.one(tx, [mailingId]);
  return row.count;
}
