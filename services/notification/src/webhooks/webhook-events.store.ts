import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type NewWebhookEvent = {
  provider: 'sendgrid' | 'twilio';
  eventId: string;
  /** The provider's name of the event. */
  kind: string;
  deliveryId: string | null;
  detail: string | null;
  happenedAt: Date;
};

/** Inserts new events and returns their ids; a known event has already been applied. */
export async function insertWebhookEvents(
  tx: Transaction,
  events: readonly NewWebhookEvent[],
): Promise<Set<string>> {
  // In a fixed order, so that two calls with the same events cannot deadlock.
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

/** The delivery of an event; `user_id` is null for a deleted user. */
export async function findDeliveryOfEvent(
  db: Database,
  deliveryId: string,
): Promise<{ template: TemplateName; user_id: string | null } | null> {
  const { rows } = await db.query(
    `SELECT d.template, CASE WHEN e.user_id IS NULL THEN d.user_id END AS user_id
     FROM deliveries d LEFT JOIN erased_users e ON e.user_id = d.user_id::text WHERE d.id = $1`,
    [deliveryId],
  );
  return rows[0] ?? null;
}

export async function deleteWebhookEventsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM webhook_events WHERE ctid IN
       (SELECT ctid FROM webhook_events WHERE received_at < $1 ORDER BY received_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
