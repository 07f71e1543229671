import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { ListPage } from '@cairn/service-kit/keyset.ts';
import { z } from 'zod';

export type DeliveryRow = {
  id: string;
  userId: string | null;
  recipient: string | null;
  template: string;
  channel: 'email' | 'sms';
  mailingId: string | null;
  about: string | null;
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'maybe_sent' | 'suppressed' | 'stopped';
  attempts: number;
  reason: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

const COLUMNS = `id, user_id AS "userId",
  coalesce((SELECT email FROM recipients r WHERE r.user_id = deliveries.user_id), address)
    AS recipient, template, channel, mailing_id AS "mailingId",
  coalesce((SELECT subject FROM mailings m WHERE m.id = mailing_id),
    nullif(concat_ws(': ', coalesce(variables->>'title', variables->>'productTitle'),
      variables->>'clueTitle'), '')) AS about, state, attempts, last_error AS reason,
  created_at AS "createdAt", finished_at AS "finishedAt"`;

export type DeliveryConditions = {
  userId: string | null;
  state: string | null;
  channel: string | null;
  /** Days of the request in UTC, both inclusive. */
  from: string | null;
  to: string | null;
};

// Planned with its values, so that a condition without one folds to true.
const MATCHES = `($1?::uuid IS NULL OR user_id = $1) AND ($2?::text IS NULL OR state = $2)
  AND ($3?::text IS NULL OR channel = $3)
  AND ($4?::date IS NULL OR created_at >= $4::date::timestamp AT TIME ZONE 'UTC')
  AND ($5?::date IS NULL OR created_at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC')`;

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${COLUMNS} FROM deliveries
   WHERE ${MATCHES} AND ($6?::uuid IS NULL OR (created_at, id) ${sign}
     ((SELECT created_at FROM deliveries WHERE id = $6), $6))
   ORDER BY created_at ${order}, id ${order} LIMIT $7 OFFSET $8`;

const LIST_DESCENDING = statement('notification.listDeliveryRows', listRows('<', 'DESC'), {
  isNamed: false,
});
const LIST_ASCENDING = statement('notification.listDeliveryRowsAscending', listRows('>', 'ASC'), {
  isNamed: false,
});

export async function listDeliveryRows(
  db: Database,
  { userId, state, channel, from, to }: DeliveryConditions,
  { edgeId, isAscending, limit, offset }: ListPage,
): Promise<DeliveryRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [userId, state, channel, from, to, edgeId, limit, offset]);
}

const COUNT_DELIVERIES = statement(
  'notification.countDeliveries',
  `SELECT count(*)::int FROM (SELECT FROM deliveries WHERE ${MATCHES} LIMIT $6?) found`,
  { isNamed: false },
);

/** Counts up to `max` rows; all without it. */
export async function countDeliveries(
  db: Database,
  { userId, state, channel, from, to }: DeliveryConditions,
  max: number | null,
): Promise<number> {
  const row = await COUNT_DELIVERIES.one(db, [userId, state, channel, from, to, max]);
  return row.count;
}

const FIND_DELIVERY_ROW = statement(
  'notification.findDeliveryRow',
  `SELECT ${COLUMNS} FROM deliveries WHERE id::text = $1`,
);

export async function findDeliveryRow(db: Database, id: string): Promise<DeliveryRow | null> {
  return FIND_DELIVERY_ROW.first(db, [id]);
}

const FIND_USER_BY_ID_OR_ADDRESS = statement(
  'notification.findUserByIdOrAddress',
  `SELECT user_id AS "userId" FROM recipients WHERE user_id = $1? OR lower(email) = lower($2)
   UNION ALL (SELECT user_id FROM deliveries WHERE user_id = $1 LIMIT 1) LIMIT 1`,
);

/** Accepts the id of a user, also of a deleted one, or the current address. */
export async function findUserByIdOrAddress(db: Database, text: string): Promise<string | null> {
  const row = await FIND_USER_BY_ID_OR_ADDRESS.first(db, [
    z.uuid().safeParse(text).data ?? null,
    text,
  ]);
  return row?.userId ?? null;
}

export type HistoryRow = { deliveryId: string; at: Date; what: string; detail: string | null };

const LIST_HISTORY = statement(
  'notification.listHistory',
  `SELECT delivery_id AS "deliveryId!", at AS "at!", what AS "what!", detail FROM (
     SELECT id AS delivery_id, created_at AS at, 'requested' AS what, NULL AS detail, 0 AS place
     FROM deliveries WHERE id = ANY($1::uuid[])
     UNION ALL
     SELECT delivery_id, at, what, detail, id FROM delivery_history
     WHERE delivery_id = ANY($1::uuid[])
     UNION ALL
     SELECT delivery_id, happened_at, kind, detail, 9e15::bigint FROM webhook_events
     WHERE delivery_id = ANY($1::uuid[])
   ) everything ORDER BY at, place, what <> 'processed'`,
);

/** Our own steps and the providers' events, in order of time. */
export async function listHistory(db: Database, ids: readonly string[]): Promise<HistoryRow[]> {
  return LIST_HISTORY.all(db, [ids]);
}
