import type { Database } from '@cairn/postgres/pool.ts';
import { z } from 'zod';

export type DeliveryRow = {
  id: string;
  user_id: string | null;
  recipient: string | null;
  template: string;
  channel: 'email' | 'sms';
  mailing_id: string | null;
  about: string | null;
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'maybe_sent' | 'suppressed' | 'stopped';
  attempts: number;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const COLUMNS = `id, user_id,
  coalesce((SELECT email FROM recipients r WHERE r.user_id = deliveries.user_id), address)
    AS recipient, template, channel, mailing_id,
  coalesce((SELECT subject FROM mailings m WHERE m.id = mailing_id),
    nullif(concat_ws(': ', coalesce(variables->>'title', variables->>'productTitle'),
      variables->>'clueTitle'), '')) AS about, state, attempts, last_error AS reason,
  created_at, finished_at`;

export type DeliveryFilter = { userId: string | null; state: string | null };

const FILTER = '($1::uuid IS NULL OR user_id = $1) AND ($2::text IS NULL OR state = $2)';

/** Newest first. */
export async function listDeliveryRows(
  db: Database,
  { userId, state }: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM deliveries WHERE ${FILTER}
     ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
    [userId, state, limit, offset],
  );
  return rows;
}

export async function countDeliveries(
  db: Database,
  { userId, state }: DeliveryFilter,
): Promise<number> {
  const { rows } = await db.query(`SELECT count(*)::int FROM deliveries WHERE ${FILTER}`, [
    userId,
    state,
  ]);
  return rows[0].count;
}

export async function findDeliveryRow(db: Database, id: string): Promise<DeliveryRow | null> {
  const { rows } = await db.query(`SELECT ${COLUMNS} FROM deliveries WHERE id::text = $1`, [id]);
  return rows[0] ?? null;
}

/** Accepts the id of a user, also of a deleted one, or the current address. */
export async function findUserByIdOrAddress(db: Database, text: string): Promise<string | null> {
  const { rows } = await db.query(
    `SELECT user_id FROM recipients WHERE user_id = $1 OR lower(email) = lower($2)
     UNION ALL (SELECT user_id FROM deliveries WHERE user_id = $1 LIMIT 1) LIMIT 1`,
    [z.uuid().safeParse(text).data ?? null, text],
  );
  return rows[0]?.user_id ?? null;
}

export type HistoryRow = { delivery_id: string; at: Date; what: string; detail: string | null };

/** Our own steps and the providers' events, in order of time. */
export async function listHistory(db: Database, ids: readonly string[]): Promise<HistoryRow[]> {
  const { rows } = await db.query(
    `SELECT delivery_id, at, what, detail FROM (
       SELECT id AS delivery_id, created_at AS at, 'requested' AS what, NULL AS detail, 0 AS place
       FROM deliveries WHERE id = ANY($1::uuid[])
       UNION ALL
       SELECT delivery_id, at, what, detail, id FROM delivery_history
       WHERE delivery_id = ANY($1::uuid[])
       UNION ALL
       SELECT delivery_id, happened_at, kind, detail, 9e15::bigint FROM webhook_events
       WHERE delivery_id = ANY($1::uuid[])
     ) everything ORDER BY at, place, what <> 'processed'`,
    [ids],
  );
  return rows;
}
