import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { updateLastNotified } from '../memberships/memberships.store.ts';

export type DeliveryOutcome = {
  state: 'sent' | 'failed' | 'maybe_sent' | 'suppressed' | 'stopped';
  providerMessageId?: string | null;
  /** Never contains an address. */
  reason?: string | null;
};

/** The fencing token of a worker's claim on a row. */
export type Claim = { id: string; fencingToken: number };

/** Rows still under the given claims, locked in a fixed order so that two statements cannot deadlock. */
const HELD = `SELECT d.id FROM deliveries d
  JOIN unnest($1::uuid[], $2::integer[]) AS claim(id, fencing_token)
    ON claim.id = d.id AND claim.fencing_token = d.fencing_token
  WHERE d.state = 'sending' ORDER BY d.id FOR UPDATE OF d`;

const CLOSE_DELIVERIES = statement(
  'notification.closeDeliveries',
  `WITH held AS (${HELD}),
   closed AS (
     UPDATE deliveries SET state = $3, provider_message_id = $4?, last_error = $5?,
       finished_at = now(), sealed_token = NULL,
       address = CASE WHEN user_id IS NULL AND $3 IN ('failed', 'maybe_sent') THEN address END
     WHERE id IN (SELECT id FROM held) RETURNING id)
   INSERT INTO delivery_history (delivery_id, what, detail)
   SELECT id, CASE $3 WHEN 'sent' THEN 'accepted' ELSE $3 END, $5 FROM closed
   RETURNING delivery_id AS id`,
);

/**
 * Closes rows and removes the data that only sending needed. The address of a recipient without an
 * account stays while staff may retry the message. Skips rows whose claim has ended; returns the ids
 * of the others.
 */
export async function closeDeliveries(
  db: Database,
  claims: readonly Claim[],
  { state, providerMessageId = null, reason = null }: DeliveryOutcome,
): Promise<string[]> {
  const rows = await CLOSE_DELIVERIES.all(db, [
    ...columnsOf(claims),
    state,
    providerMessageId,
    reason,
  ]);
  return rows.map(({ id }) => id);
}

const POSTPONE_DELIVERIES = statement(
  'notification.postponeDeliveries',
  `WITH held AS (${HELD}),
   postponed AS (
     UPDATE deliveries SET state = 'pending', last_error = $4,
       next_try_at = now() + make_interval(secs => $3)
     WHERE id IN (SELECT id FROM held) RETURNING id)
   INSERT INTO delivery_history (delivery_id, what, detail)
   SELECT id, 'postponed', $4 FROM postponed RETURNING delivery_id AS id`,
);

/**
 * sending -> pending, after the provider clearly did not accept them. Skips rows whose claim has
 * ended; returns the ids of the others.
 */
export async function postponeDeliveries(
  db: Database,
  claims: readonly Claim[],
  { waitSeconds, reason }: { waitSeconds: number; reason: string },
): Promise<string[]> {
  const rows = await POSTPONE_DELIVERIES.all(db, [...columnsOf(claims), waitSeconds, reason]);
  return rows.map(({ id }) => id);
}

function columnsOf(claims: readonly Claim[]): [string[], number[]] {
  return [claims.map(({ id }) => id), claims.map(({ fencingToken }) => fencingToken)];
}

const MARK_LOST_DELIVERIES = statement(
  'notification.markLostDeliveries',
  `WITH held AS (
     SELECT id FROM deliveries
     WHERE state = 'sending' AND started_at < now() - make_interval(secs => $1)
     ORDER BY id FOR UPDATE),
   lost AS (
     UPDATE deliveries SET state = 'maybe_sent', finished_at = now(), sealed_token = NULL,
       address = CASE WHEN user_id IS NULL THEN address END,
       last_error = 'the worker stopped during the call'
     WHERE id IN (SELECT id FROM held) AND state = 'sending'
     RETURNING id, last_error),
   history AS (
     INSERT INTO delivery_history (delivery_id, what, detail)
     SELECT id, 'maybe_sent', last_error FROM lost)
   SELECT id FROM lost`,
);

/** sending -> maybe_sent, for rows whose worker ended before it stored the outcome: never repeated automatically. */
export async function markLostDeliveries(
  db: Database,
  olderThanSeconds: number,
): Promise<string[]> {
  const rows = await MARK_LOST_DELIVERIES.all(db, [olderThanSeconds]);
  return rows.map(({ id }) => id);
}

const CONFIRM_DELIVERIES = statement(
  'notification.confirmDeliveries',
  `WITH held AS (
     SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) AND state = 'maybe_sent'
     ORDER BY id FOR UPDATE),
   confirmed AS (
     UPDATE deliveries SET state = 'sent', address = NULL, last_error = NULL
     WHERE id IN (SELECT id FROM held) AND state = 'maybe_sent' RETURNING id)
   INSERT INTO delivery_history (delivery_id, what)
   SELECT id, 'accepted' FROM confirmed RETURNING delivery_id AS "deliveryId"`,
);

/** maybe_sent -> sent: an event of the provider proves that it accepted the message. */
export async function confirmDeliveries(db: Database, ids: readonly string[]): Promise<void> {
  const rows = await CONFIRM_DELIVERIES.all(db, [ids]);
  if (rows.length > 0) {
    await updateLastNotified(
      db,
      rows.map(({ deliveryId }) => deliveryId),
    );
  }
}

const CONFIRM_REPORTED_DELIVERIES = statement(
  'notification.confirmReportedDeliveries',
  'SELECT DISTINCT delivery_id AS "deliveryId!" FROM webhook_events WHERE delivery_id = ANY($1::uuid[])',
);

/** As `confirmDeliveries`, for rows whose event arrived before they became maybe_sent; returns their ids. */
export async function confirmReportedDeliveries(
  db: Database,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await CONFIRM_REPORTED_DELIVERIES.all(db, [ids]);
  const reported = new Set(rows.map(({ deliveryId }) => deliveryId));
  if (reported.size > 0) await confirmDeliveries(db, [...reported]);
  return reported;
}
