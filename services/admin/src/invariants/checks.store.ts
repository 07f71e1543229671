import { SUBSCRIPTIONS } from '@cairn/contracts/events/catalogue.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { outboxOf, PUBLISHERS } from './sources.store.ts';

/** An invariant of single rows. */
export type Check = {
  name: string;
  /** The set of rows, or null if `violated` finds the rows itself by a partial index. */
  source: string | null;
  /** The type of the keys. */
  type: 'uuid' | 'text';
  /** Returns each `key` of `$1` that violates the invariant. Reads by primary keys. */
  violated: string;
};

/** The purchase id of a projection as a uuid, or null. */
const uuidOf = (column: string) =>
  `CASE WHEN ${column} ~ '^[0-9a-f-]{36}$' THEN ${column}::uuid END`;

/** The status that consumers store (decision 007). */
const CONSUMER_STATUS = `CASE p.status WHEN 'refund_pending' THEN 'refunded' ELSE p.status END`;

const IS_HELD = `(p.status = 'completed'
  AND NOT EXISTS (SELECT FROM payment.erased_users e WHERE e.user_id = p.user_id))`;

const ofPurchases = (name: string, condition: string): Check => ({
  name,
  source: 'purchases',
  type: 'uuid',
  violated: `SELECT p.id AS key FROM payment.purchases p WHERE p.id = ANY($1) AND ${condition}`,
});

const PURCHASES: readonly Check[] = [
  {
    name: 'membership_differs',
    source: 'purchases',
    type: 'uuid',
    violated: `SELECT p.id AS key FROM payment.purchases p
               LEFT JOIN catalog.memberships m ON m.purchase_id = p.id::text
               WHERE p.id = ANY($1) AND p.status <> 'rejected' AND (m.status IS DISTINCT FROM
                 ${CONSUMER_STATUS} OR m.bonus_cents IS DISTINCT FROM p.bonus_cents)`,
  },
  {
    name: 'membership_without_purchase',
    source: 'memberships',
    type: 'text',
    violated: `SELECT m.purchase_id AS key FROM catalog.memberships m
               WHERE m.purchase_id = ANY($1) AND NOT EXISTS (SELECT FROM payment.purchases p
                 WHERE p.id = ${uuidOf('m.purchase_id')} AND p.status <> 'rejected')`,
  },
  ofPurchases(
    'user_product_differs',
    `${IS_HELD} <> EXISTS (SELECT FROM auth.user_products u
       WHERE u.purchase_id = p.id::text AND u.status = 'held')`,
  ),
  {
    name: 'user_product_without_purchase',
    source: 'user_products',
    type: 'text',
    violated: `SELECT u.purchase_id AS key FROM auth.user_products u
               WHERE u.purchase_id = ANY($1) AND NOT EXISTS
                 (SELECT FROM payment.purchases p WHERE p.id = ${uuidOf('u.purchase_id')})`,
  },
  ofPurchases(
    'alert_membership_differs',
    `${IS_HELD} <> EXISTS (SELECT FROM notification.places n
       WHERE n.purchase_id = p.id AND n.is_held)`,
  ),
  {
    name: 'alert_membership_without_purchase',
    source: 'places',
    type: 'uuid',
    violated: `SELECT n.purchase_id AS key FROM notification.places n
               WHERE n.purchase_id = ANY($1) AND NOT EXISTS
                 (SELECT FROM payment.purchases p WHERE p.id = n.purchase_id)`,
  },
  // Outboxes keep seven days.
  ofPurchases(
    'purchase_without_event',
    `p.status <> 'rejected' AND p.created_at > now() - interval '6 days' AND NOT EXISTS
       (SELECT FROM payment.purchase_events e JOIN payment.outbox o ON o.id = e.event_id
        WHERE e.purchase_id = p.id)`,
  ),
  ofPurchases(
    'purchase_without_receipt',
    `p.status <> 'rejected' AND p.created_at > now() - interval '30 days'
       AND NOT EXISTS (SELECT FROM payment.erased_users e WHERE e.user_id = p.user_id)
       AND NOT EXISTS (SELECT FROM payment.purchase_events e
         JOIN notification.deliveries d ON d.event_id = e.event_id AND d.template = 'receipt'
         WHERE e.purchase_id = p.id)`,
  ),
  ofPurchases('negative_purchase', 'least(p.amount_cents, p.bonus_cents) < 0'),
  {
    name: 'attempt_without_purchase',
    source: 'attempts',
    type: 'uuid',
    violated: `SELECT a.id AS key FROM payment.payment_attempts a
               WHERE a.id = ANY($1) AND a.state = 'succeeded' AND NOT EXISTS
                 (SELECT FROM payment.purchases p
                  WHERE p.stripe_payment_intent_id = a.stripe_payment_intent_id)`,
  },
];

const CLAIMS: readonly Check[] = [
  {
    name: 'two_winning_claims',
    source: 'claims',
    type: 'uuid',
    violated: `SELECT c.id AS key FROM catalog.claims c
               WHERE c.id = ANY($1) AND c.state <> 'rejected' AND EXISTS
                 (SELECT FROM catalog.claims o
                  WHERE o.hunt_id = c.hunt_id AND o.id <> c.id AND o.state <> 'rejected')`,
  },
  {
    name: 'claim_of_open_hunt',
    source: 'claims',
    type: 'uuid',
    violated: `SELECT c.id AS key FROM catalog.claims c JOIN catalog.hunts h ON h.id = c.hunt_id
               WHERE c.id = ANY($1) AND c.state <> 'rejected' AND h.status <> 'complete'`,
  },
];

/** Rows of a user that remain without the user. */
const withoutUser = (name: string, source: string, table: string): Check => ({
  name,
  source,
  type: 'uuid',
  violated: `SELECT DISTINCT t.user_id AS key FROM ${table} t
             WHERE t.user_id = ANY($1) AND NOT EXISTS
               (SELECT FROM auth.users u WHERE u.id = t.user_id)`,
});

const USERS: readonly Check[] = [
  {
    name: 'user_without_recipient',
    source: 'users',
    type: 'uuid',
    violated: `SELECT u.id AS key FROM auth.users u WHERE u.id = ANY($1) AND NOT EXISTS
                 (SELECT FROM notification.recipients r WHERE r.user_id = u.id)`,
  },
  withoutUser('recipient_without_user', 'recipients', 'notification.recipients'),
  withoutUser('preference_without_user', 'alert_preferences', 'notification.alert_preferences'),
  withoutUser('phone_without_user', 'phones', 'notification.phones'),
  withoutUser('phone_code_without_user', 'phone_codes', 'notification.phone_codes'),
  {
    name: 'user_product_without_user',
    source: 'user_products',
    type: 'text',
    violated: `SELECT p.purchase_id AS key FROM auth.user_products p
               WHERE p.purchase_id = ANY($1) AND NOT EXISTS
                 (SELECT FROM auth.users u WHERE u.id = p.user_id)`,
  },
  {
    name: 'membership_without_user',
    source: 'memberships',
    type: 'text',
    violated: `SELECT m.purchase_id AS key FROM catalog.memberships m
               WHERE m.purchase_id = ANY($1) AND m.user_id IS NOT NULL AND NOT EXISTS
                 (SELECT FROM auth.users u WHERE u.id = ${uuidOf('m.user_id')})`,
  },
];

const MESSAGES: readonly Check[] = [
  {
    name: 'message_in_flight',
    source: null,
    type: 'uuid',
    violated: `SELECT id AS key FROM notification.deliveries
               WHERE state = 'sending' AND started_at < now() - interval '15 minutes' LIMIT 1000`,
  },
  {
    name: 'negative_delivery',
    source: 'deliveries',
    type: 'uuid',
    violated: 'SELECT id AS key FROM notification.deliveries WHERE id = ANY($1) AND attempts < 0',
  },
  {
    name: 'negative_mailing',
    source: 'mailings',
    type: 'uuid',
    violated: 'SELECT id AS key FROM notification.mailings WHERE id = ANY($1) AND total < 0',
  },
  {
    name: 'negative_phone_code',
    source: 'phone_codes',
    type: 'uuid',
    violated: `SELECT user_id AS key FROM notification.phone_codes
               WHERE user_id = ANY($1) AND tries < 0`,
  },
];

/** Published events that are missing from the inbox of a subscriber. */
const EVENTS: readonly Check[] = PUBLISHERS.map((schema) => ({
  name: `event_of_${schema}_not_applied`,
  source: outboxOf(schema),
  type: 'uuid',
  violated: `SELECT o.id AS key FROM ${schema}.outbox o
             WHERE o.id = ANY($1) AND o.published_at IS NOT NULL AND (${unapplied()})`,
}));

function unapplied(): string {
  return Object.entries(SUBSCRIPTIONS)
    .map(([consumer, events]) => {
      const types = events.map(({ type }) => `'${type}'`).join(', ');
      return `(o.type IN (${types}) AND NOT EXISTS
                (SELECT FROM ${consumer}.inbox i WHERE i.event_id = o.id))`;
    })
    .join(' OR ');
}

export const CHECKS: readonly Check[] = [...PURCHASES, ...CLAIMS, ...USERS, ...MESSAGES, ...EVENTS];

/** The keys that violate the invariant. */
export async function listViolated(
  db: Database,
  { source, type, violated }: Check,
  keys: string[],
): Promise<string[]> {
  const values = source === null ? [] : [keys];
  const { rows } = await db.query<{ key: string }>(violated.replace('$1', `$1::${type}[]`), values);
  return rows.map(({ key }) => key);
}
