import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
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

const INSERT_WEBHOOK_EVENTS = statement(
  'notification.insertWebhookEvents',
  `INSERT INTO webhook_events (provider, event_id, kind, delivery_id, detail, happened_at)
   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
   ON CONFLICT (provider, event_id) DO NOTHING RETURNING event_id AS "eventId"`,
);

/** Inserts new events and returns their ids; a known event has already been applied. */
export async function insertWebhookEvents(
  tx: Transaction,
  events: readonly NewWebhookEvent[],
): Promise<Set<string>> {
  // In a fixed order, so that two calls with the same events cannot deadlock.
  const rows = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const kept = await INSERT_WEBHOOK_EVENTS.all(tx, [
    rows.map(({ provider }) => provider),
    rows.map(({ eventId }) => eventId),
    rows.map(({ kind }) => kind),
    rows.map(({ deliveryId }) => deliveryId),
    rows.map(({ detail }) => detail),
    rows.map(({ happenedAt }) => happenedAt),
  ]);
  return new Set(kept.map(({ eventId }) => eventId));
}

const FIND_DELIVERY_OF_EVENT = statement(
  'notification.findDeliveryOfEvent',
  `SELECT d.template, CASE WHEN e.user_id IS NULL THEN d.user_id END AS "userId"
   FROM deliveries d LEFT JOIN erased_users e ON e.user_id = d.user_id::text WHERE d.id = $1`,
);

/** The delivery of an event; `userId` is null for a deleted user. */
export async function findDeliveryOfEvent(
  db: Database,
  deliveryId: string,
): Promise<{ template: TemplateName; userId: string | null } | null> {
  return FIND_DELIVERY_OF_EVENT.first(db, [deliveryId]);
}

const DELETE_WEBHOOK_EVENTS_BEFORE = statement(
  'notification.deleteWebhookEventsBefore',
  `DELETE FROM webhook_events WHERE ctid IN
   (SELECT ctid FROM webhook_events WHERE received_at < $1 ORDER BY received_at LIMIT $2)`,
);

export async function deleteWebhookEventsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_WEBHOOK_EVENTS_BEFORE.execute(db, [before, limit]);
}
