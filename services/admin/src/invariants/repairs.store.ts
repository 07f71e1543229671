import type { Transaction } from '@cairn/postgres/pool.ts';
import { PUBLISHERS } from './sources.store.ts';

/** What resolves the violations of one check. Projections follow the row of the owning service. */
export type Repair = {
  what: string;
  /** Statements with the violating keys as `$1`, or null if a person must decide. */
  statements: readonly string[] | null;
};

const CONSUMER_STATUS = `CASE p.status WHEN 'refund_pending' THEN 'refunded' ELSE p.status END`;
const PURCHASE_OF = 'FROM payment.purchases p WHERE p.id = ANY($1::uuid[])';
const IS_ERASED = 'EXISTS (SELECT FROM payment.erased_users e WHERE e.user_id = p.user_id)';

const byHand = (what: string): Repair => ({ what, statements: null });

const deleteRows = (table: string, column = 'user_id'): Repair => ({
  what: `delete the rows of ${table}, which have no owner`,
  statements: [`DELETE FROM ${table} WHERE ${column} = ANY($1::uuid[])`],
});

const MEMBERSHIPS: Record<string, Repair> = {
  membership_differs: {
    what: 'copy status and bonus of the purchase to the membership, and publish the hunt',
    statements: [
      `INSERT INTO catalog.memberships AS m
         (purchase_id, hunt_id, user_id, status, bonus_cents, version)
       SELECT p.id::text, p.product_id::uuid, CASE WHEN NOT ${IS_ERASED} THEN p.user_id END,
         ${CONSUMER_STATUS}, p.bonus_cents, p.version ${PURCHASE_OF}
       ON CONFLICT (purchase_id) DO UPDATE SET status = excluded.status,
         bonus_cents = excluded.bonus_cents, version = greatest(m.version, excluded.version),
         changed_at = now()`,
      `UPDATE backoffice.hunts h SET title = h.title
       WHERE h.id IN (SELECT p.product_id::uuid ${PURCHASE_OF})`,
    ],
  },
  membership_without_purchase: {
    what: 'delete the membership unless a claim counted it, and publish the hunt',
    statements: [
      `WITH gone AS (
         DELETE FROM catalog.memberships m WHERE m.purchase_id = ANY($1::text[]) AND NOT EXISTS
           (SELECT FROM catalog.claim_purchases c WHERE c.purchase_id = m.purchase_id)
         RETURNING hunt_id)
       UPDATE backoffice.hunts h SET title = h.title WHERE h.id IN (SELECT hunt_id FROM gone)`,
    ],
  },
  membership_without_user: {
    what: 'remove the user from the membership, as a deletion does',
    statements: [
      'UPDATE catalog.memberships SET user_id = NULL WHERE purchase_id = ANY($1::text[])',
    ],
  },
};

const PRODUCTS: Record<string, Repair> = {
  user_product_differs: {
    what: 'copy the status of the purchase to the user’s product',
    statements: [
      `INSERT INTO auth.user_products AS u (purchase_id, user_id, product_id, status, version)
       SELECT p.id::text, p.user_id::uuid, p.product_id, CASE p.status WHEN 'completed' THEN 'held'
         WHEN 'disputed' THEN 'disputed' ELSE 'refunded' END, p.version
       ${PURCHASE_OF} AND NOT ${IS_ERASED}
       ON CONFLICT (purchase_id) DO UPDATE SET status = excluded.status,
         version = greatest(u.version, excluded.version)`,
      `DELETE FROM auth.user_products
       WHERE purchase_id IN (SELECT p.id::text ${PURCHASE_OF} AND ${IS_ERASED})`,
    ],
  },
  user_product_without_purchase: {
    what: 'delete the user’s product',
    statements: ['DELETE FROM auth.user_products WHERE purchase_id = ANY($1::text[])'],
  },
  user_product_without_user: {
    what: 'delete the product, whose user does not exist',
    statements: ['DELETE FROM auth.user_products WHERE purchase_id = ANY($1::text[])'],
  },
  alert_membership_differs: {
    what: 'copy the status of the purchase to the membership for alerts',
    statements: [
      `INSERT INTO notification.places AS n (purchase_id, user_id, product_id, is_held, version)
       SELECT p.id, p.user_id::uuid, p.product_id::uuid, p.status = 'completed', p.version
       ${PURCHASE_OF} AND NOT ${IS_ERASED}
       ON CONFLICT (purchase_id) DO UPDATE SET is_held = excluded.is_held,
         version = greatest(n.version, excluded.version)`,
      `DELETE FROM notification.places
       WHERE purchase_id IN (SELECT p.id ${PURCHASE_OF} AND ${IS_ERASED})`,
      `UPDATE notification.alert_preferences a SET is_member = EXISTS
         (SELECT FROM notification.places n
          WHERE n.user_id = a.user_id AND n.product_id = a.product_id AND n.is_held)
       WHERE a.user_id::text IN (SELECT p.user_id ${PURCHASE_OF})`,
    ],
  },
  alert_membership_without_purchase: deleteRows('notification.places', 'purchase_id'),
};

const PURCHASES: Record<string, Repair> = {
  purchase_without_event: {
    what: 'publish the stored event of the purchase again; inboxes ignore an id that they know',
    statements: [
      `INSERT INTO payment.outbox
         (id, source, type, version, topic, key, occurred_at, traceparent, data)
       SELECT (e->>'id')::uuid, e->>'source', e->>'type', (e->>'version')::integer, e->>'topic',
         e->>'key', (e->>'time')::timestamptz, e->>'traceparent', e->'data'
       FROM (SELECT p.recorded_event AS e ${PURCHASE_OF}) AS stored WHERE e IS NOT NULL
       ON CONFLICT (id) DO NOTHING`,
    ],
  },
  purchase_without_receipt: {
    what: 'let notification apply the purchase again; it sends the receipt, which was not written',
    statements: [
      `DELETE FROM notification.inbox WHERE event_id IN
         (SELECT e.event_id FROM payment.purchase_events e WHERE e.purchase_id = ANY($1::uuid[]))`,
      `UPDATE payment.outbox SET published_at = NULL WHERE id IN
         (SELECT e.event_id FROM payment.purchase_events e WHERE e.purchase_id = ANY($1::uuid[]))`,
    ],
  },
  attempt_without_purchase: byHand('run `npm run reconcile`, which reads the charge at Stripe'),
  negative_purchase: byHand('compare the purchase with its charge at Stripe (`npm run reconcile`)'),
};

const USERS: Record<string, Repair> = {
  user_without_recipient: {
    what: 'publish the user again, as a change of the name does',
    statements: ['UPDATE backoffice.users SET first_name = first_name WHERE id = ANY($1::uuid[])'],
  },
  recipient_without_user: deleteRows('notification.recipients'),
  preference_without_user: deleteRows('notification.alert_preferences'),
  phone_without_user: deleteRows('notification.phones'),
  phone_code_without_user: deleteRows('notification.phone_codes'),
};

const OTHERS: Record<string, Repair> = {
  two_winning_claims: byHand('reject all but the earliest claim in the back office'),
  claim_of_open_hunt: byHand('verify or reject the claim in the back office'),
  message_in_flight: {
    what: 'mark the message as maybe sent; staff decide whether to send it again',
    statements: [
      `UPDATE notification.deliveries SET state = 'maybe_sent', finished_at = now()
       WHERE id = ANY($1::uuid[]) AND state = 'sending'`,
    ],
  },
  negative_delivery: {
    what: 'set the attempts to 0',
    statements: ['UPDATE notification.deliveries SET attempts = 0 WHERE id = ANY($1::uuid[])'],
  },
  negative_mailing: {
    what: 'count the recipients of the mailing again',
    statements: [
      `UPDATE notification.mailings m SET total =
         (SELECT count(*) FROM notification.deliveries d WHERE d.mailing_id = m.id)
       WHERE m.id = ANY($1::uuid[])`,
    ],
  },
  negative_phone_code: deleteRows('notification.phone_codes'),
};

/** Dead letters are replayed by their own command, which keeps the order of their keys. */
const EVENTS = PUBLISHERS.map((schema): [string, Repair] => [
  `event_of_${schema}_not_applied`,
  {
    what: 'publish the event again; a dead letter: `npm run dead-letters -- replay`',
    statements: [`UPDATE ${schema}.outbox SET published_at = NULL WHERE id = ANY($1::uuid[])`],
  },
]);

const REPAIRS: Record<string, Repair> = {
  ...MEMBERSHIPS,
  ...PRODUCTS,
  ...PURCHASES,
  ...USERS,
  ...OTHERS,
  ...Object.fromEntries(EVENTS),
};

export function repairOf(check: string): Repair {
  const repair = REPAIRS[check];
  if (!repair) throw new Error(`no repair for ${check}`);
  return repair;
}

/** In one transaction, as superuser. False if a person must decide. */
export async function applyRepair(
  tx: Transaction,
  check: string,
  keys: string[],
): Promise<boolean> {
  const { statements } = repairOf(check);
  for (const statement of statements ?? []) await tx.query(statement, [keys]);
  return statements !== null;
}
