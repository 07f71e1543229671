import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type NewWebhookEvent = {
  provider: 'sendgrid' | 'twilio';
  eventId: string;
  /** What happened, in the provider's word. */
  kind: string;
  deliveryId: string | null;
  detail: string | null;
  happenedAt: Date;
};

/** Keeps those that are new and returns their ids: what was told before has had its effect. */
export async function insertWebhookEvents(
  tx: Transaction,
  events: readonly NewWebhookEvent[],
): Promise<Set<string>> {
  // In one order, so that two calls with the same events wait for each other instead of for ever.
  const rows = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const { rows: kept } = await tx.query(
    `INSERT INTO webhook_events (provider, event_id, kind, delivery_id, detail, happened_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
     ON CONFLICT (provider, event_id) DO NOTHING RETURNING event_id`,
    [
      rows.map(({ provider }) => provider),
      rows.map(({ eventId }) => eventId),
      rows.map(({ kind }) => kind),
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ detail }) => detail),
      rows.map(({ happenedAt }) => happenedAt),
    ],
  );
  return new Set(kept.map(({ event_id }) => event_id));
}

/** Who a message was for, as long as they have an account. */
export async function findUserOfDelivery(db: Database, deliveryId: string): Promise<string | null> {
  const { rows } = await db.query(
    `SELECT user_id FROM deliveries d WHERE id = $1
       AND NOT EXISTS (SELECT FROM erased_users e WHERE e.user_id = d.user_id::text)`,
    [deliveryId],
  );
  return rows[0]?.user_id ?? null;
}

export async function deleteWebhookEventsBefore(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM webhook_events WHERE received_at < $1', [
    before,
  ]);
  return rowCount ?? 0;
}
