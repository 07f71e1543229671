import { SUBSCRIPTIONS } from '@cairn/contracts/events/catalogue.ts';
import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { Database } from '@cairn/postgres/pool.ts';

/** Two queries that must return the same keys equally often. */
export type Comparison = { what: string; one: string; other: string };

// Reads every schema, as a superuser; no service can do that.

const IS_OLD = `(created_at < now() - interval '390 days')`;
const ERASED = 'SELECT user_id FROM payment.erased_users';

/** The purchase status that consumers store (decision 007). */
const CONSUMER_STATUS = `CASE status WHEN 'refund_pending' THEN 'refunded' ELSE status END`;

export const COMPARISONS: readonly Comparison[] = [
  {
    what: 'purchases and members',
    one: `SELECT id::text || ' ' || ${CONSUMER_STATUS} AS key FROM payment.purchases WHERE status <> 'rejected'`,
    other: `SELECT purchase_id || ' ' || status AS key FROM catalog.memberships`,
  },
  {
    what: 'purchases and products of users',
    one: `SELECT id::text AS key FROM payment.purchases
          WHERE status = 'completed' AND user_id NOT IN (${ERASED})`,
    other: `SELECT purchase_id AS key FROM auth.user_products WHERE status = 'held'`,
  },
  {
    what: 'purchases and memberships for alerts',
    one: `SELECT id::text AS key FROM payment.purchases
          WHERE status = 'completed' AND user_id NOT IN (${ERASED})`,
    other: `SELECT purchase_id::text AS key FROM notification.places WHERE is_held`,
  },
  {
    // Outboxes keep seven days.
    what: 'purchases and their events',
    one: `SELECT id::text AS key FROM payment.purchases
          WHERE status <> 'rejected' AND created_at > now() - interval '6 days'`,
    other: `SELECT data->>'purchaseId' AS key FROM payment.outbox
            WHERE type = 'purchase.recorded' AND created_at > now() - interval '6 days'`,
  },
  {
    // The ledger keeps 400 days.
    what: 'purchases and receipts',
    one: `SELECT id::text AS key FROM payment.purchases
          WHERE status <> 'rejected' AND user_id NOT IN (${ERASED}) AND NOT ${IS_OLD}`,
    other: `SELECT variables->>'purchaseId' AS key FROM notification.deliveries
            WHERE template = 'receipt' AND user_id::text NOT IN (${ERASED})
              AND variables->>'purchaseId' NOT IN
                (SELECT id::text FROM payment.purchases WHERE ${IS_OLD})`,
  },
  {
    what: 'prize bonus by purchases and by members, in cents',
    one: `SELECT product_id || ' ' || sum(bonus_cents) AS key FROM payment.purchases
          WHERE status = 'completed' GROUP BY product_id`,
    other: `SELECT hunt_id || ' ' || sum(bonus_cents) AS key FROM catalog.memberships
            WHERE status = 'completed' GROUP BY hunt_id`,
  },
  {
    what: 'users and recipients',
    one: 'SELECT id::text AS key FROM auth.users',
    other: 'SELECT user_id::text AS key FROM notification.recipients',
  },
];

const SCHEMAS = Object.keys(SUBSCRIPTIONS);

/** Each query returns one row `key` per violation. */
export const FAULTS: readonly { what: string; query: string }[] = [
  ...SCHEMAS.map((schema) => ({
    what: `${schema} has not published`,
    query: `SELECT type || ' ' || id AS key FROM ${schema}.outbox WHERE published_at IS NULL`,
  })),
  ...Object.entries(SUBSCRIPTIONS).map(([schema, events]) => ({
    what: `${schema} has not applied`,
    query: unapplied(schema, events),
  })),
  {
    what: 'more than one winning claim of the hunt',
    query: `SELECT hunt_id::text AS key FROM catalog.claims WHERE state <> 'rejected'
            GROUP BY hunt_id HAVING count(*) > 1`,
  },
  {
    what: 'a valid claim of a hunt that is not complete',
    query: `SELECT hunt_id::text AS key FROM catalog.claims c JOIN catalog.hunts h ON h.id = hunt_id
            WHERE c.state <> 'rejected' AND h.status <> 'complete'`,
  },
  {
    what: 'a purchase of a cancelled hunt without a refund',
    query: `SELECT p.id::text AS key FROM payment.cancelled_hunts c
            JOIN payment.purchases p ON p.product_id = c.product_id AND p.status = 'completed'
            WHERE NOT EXISTS (SELECT FROM payment.refund_requests r
                              WHERE r.purchase_id = p.id AND r.reason = 'hunt_cancelled')`,
  },
  {
    what: 'a cancelled hunt that payment does not know',
    query: `SELECT id::text AS key FROM catalog.hunts
            WHERE status = 'cancelled'
              AND id::text NOT IN (SELECT product_id FROM payment.cancelled_hunts)`,
  },
  {
    what: 'a succeeded payment attempt without a purchase',
    query: `SELECT id::text AS key FROM payment.payment_attempts a WHERE state = 'succeeded' AND NOT EXISTS
            (SELECT FROM payment.purchases p
             WHERE p.stripe_payment_intent_id = a.stripe_payment_intent_id)`,
  },
  {
    what: 'a held product without a user',
    query: `SELECT purchase_id AS key FROM auth.user_products
            WHERE user_id NOT IN (SELECT id FROM auth.users)`,
  },
  {
    what: 'a membership without a user',
    query: `SELECT purchase_id AS key FROM catalog.memberships
            WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id::text FROM auth.users)`,
  },
  {
    what: 'alert preferences or a phone without a user',
    query: `SELECT user_id::text AS key FROM
              (SELECT user_id FROM notification.alert_preferences
               UNION SELECT user_id FROM notification.phones
               UNION SELECT user_id FROM notification.phone_codes) AS theirs
            WHERE user_id NOT IN (SELECT id FROM auth.users)`,
  },
  {
    what: 'a message in state sending for more than 15 minutes',
    query: `SELECT id::text AS key FROM notification.deliveries
            WHERE state = 'sending' AND started_at < now() - interval '15 minutes'`,
  },
  {
    what: 'a negative counter',
    query: `SELECT 'member ' || purchase_id AS key FROM catalog.memberships WHERE bonus_cents < 0
            UNION ALL SELECT 'hunt ' || id FROM catalog.hunts
              WHERE least(frozen_bonus_cents, price_cents, base_value_cents) < 0
            UNION ALL SELECT 'purchase ' || id FROM payment.purchases
              WHERE least(amount_cents, bonus_cents) < 0
            UNION ALL SELECT 'delivery ' || id FROM notification.deliveries WHERE attempts < 0
            UNION ALL SELECT 'mailing ' || id FROM notification.mailings WHERE total < 0
            UNION ALL SELECT 'phone code of ' || user_id FROM notification.phone_codes WHERE tries < 0`,
  },
];

/** Published events that a service subscribes to and that are missing from its inbox. */
function unapplied(schema: string, events: readonly EventDefinition[]): string {
  const types = events.map(({ type }) => `'${type}'`).join(', ');
  const outboxes = SCHEMAS.map(
    (each) =>
      `SELECT id, type FROM ${each}.outbox WHERE published_at IS NOT NULL AND type IN (${types})`,
  ).join(' UNION ALL ');
  return `SELECT type || ' ' || id AS key FROM (${outboxes}) AS published
          WHERE id NOT IN (SELECT event_id FROM ${schema}.inbox)`;
}

export async function listKeys(db: Database, query: string): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(query);
  return rows.map(({ key }) => key);
}

/** Recorded payment intents with their amounts. */
export function listRecordedIntents(db: Database): Promise<string[]> {
  return listKeys(
    db,
    `SELECT stripe_payment_intent_id || ' ' || amount_cents AS key FROM payment.purchases`,
  );
}

/** The bonus of each hunt whose prize is not frozen. */
export async function listGrowingPrizes(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; bonus: string }>(
    `SELECT h.id, coalesce(sum(p.bonus_cents), 0) AS bonus FROM catalog.hunts h
     LEFT JOIN payment.purchases p ON p.product_id = h.id::text AND p.status = 'completed'
     WHERE h.frozen_bonus_cents IS NULL GROUP BY h.id`,
  );
  return new Map(rows.map(({ id, bonus }) => [id, Number(bonus)]));
}

/** How often each delivery may have been sent: once, plus once per manual retry. */
export async function countAllowedSends(
  db: Database,
  deliveryIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; allowed: string }>(
    `SELECT d.id, 1 + count(h.id) AS allowed FROM notification.deliveries d
     LEFT JOIN notification.delivery_history h ON h.delivery_id = d.id AND h.what = 'retried'
     WHERE d.id::text = ANY($1) AND d.started_at IS NOT NULL GROUP BY d.id`,
    [deliveryIds],
  );
  return new Map(rows.map(({ id, allowed }) => [id, Number(allowed)]));
}
