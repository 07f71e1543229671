import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRows } from '../../infra/local/invariants/check-invariants.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.adminUrl;
  pool = createPool({ url, schema: 'public', name: 'test', max: 1, onError: () => {} });
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const id = randomUUID();
const HUNT = `INSERT INTO catalog.hunts
  (id, handle, title, region, description, intro, rules, status, price_cents, currency,
   base_value_cents, bonus_per_purchase_cents)
  VALUES ('${id}', 'h', 't', 'r', 'd', 'i', 'r', 'active', 1, 'USD', 1, 1)`;
const PURCHASE = `INSERT INTO payment.purchases
  (id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
   stripe_payment_intent_id, status)
  VALUES ('${id}', 'u', 'p', 't', 'h', 'r', 2000, 'USD', 500, 'pi_1', 'completed')`;
const OUTBOX = (published: string) => `INSERT INTO payment.outbox
  (id, source, type, version, topic, key, occurred_at, data, published_at)
  VALUES ('${id}', 'payment', 'purchase.refunded', 1, 'purchases', 'k', now(), '{}', ${published})`;
const DELIVERY = `INSERT INTO notification.deliveries
  (id, event_id, template, channel, user_id, variables, state, started_at)
  VALUES ('${id}', '${id}', 'receipt', 'email', '${id}', '{"purchaseId": "nothing"}', 'sending',
          now() - interval '1 hour')`;

/** Planted inconsistencies, and the problems that must be reported. */
const PLANTS: [name: string, statements: string[], said: string[]][] = [
  [
    'a purchase without its effects',
    [PURCHASE],
    [
      `purchases and members: ${id} completed is there 1 and 0 times`,
      `purchases and products of users: ${id} is there 1 and 0 times`,
      `purchases and memberships for alerts: ${id} is there 1 and 0 times`,
      `purchases and their events: ${id} is there 1 and 0 times`,
      `purchases and receipts: ${id} is there 1 and 0 times`,
      'prize bonus by purchases and by members, in cents: p 500 is there 1 and 0 times',
    ],
  ],
  [
    'a member without a purchase, who is no user',
    [
      HUNT,
      `INSERT INTO catalog.memberships (purchase_id, hunt_id, user_id, status, bonus_cents, version)
       VALUES ('x', '${id}', 'u', 'completed', 500, 1)`,
    ],
    [
      'purchases and members: x completed is there 0 and 1 times',
      `prize bonus by purchases and by members, in cents: ${id} 500 is there 0 and 1 times`,
      'a membership without a user: x',
    ],
  ],
  [
    'an event that was not published',
    [OUTBOX('NULL')],
    [`payment has not published: purchase.refunded ${id}`],
  ],
  [
    'an event that was published, and applied by one of three',
    [
      OUTBOX('now()'),
      `INSERT INTO catalog.inbox (event_id, type) VALUES ('${id}', 'purchase.refunded')`,
    ],
    [
      `auth has not applied: purchase.refunded ${id}`,
      `notification has not applied: purchase.refunded ${id}`,
    ],
  ],
  [
    'a winning claim of an active hunt',
    [
      HUNT,
      `INSERT INTO catalog.claims (hunt_id, secret_hmac, code_hmac)
       VALUES ('${id}', sha256('a'), sha256('b'))`,
    ],
    [`a valid claim of a hunt that is not complete: ${id}`],
  ],
  [
    'a cancelled hunt that payment does not know, and a member of one who is not refunded',
    [
      HUNT,
      `UPDATE catalog.hunts SET status = 'cancelled', cancelled_at = now()`,
      PURCHASE,
      `INSERT INTO payment.cancelled_hunts (product_id, reason, cancelled_at)
       VALUES ('p', 'r', now())`,
    ],
    [
      `purchases and members: ${id} completed is there 1 and 0 times`,
      `purchases and products of users: ${id} is there 1 and 0 times`,
      `purchases and memberships for alerts: ${id} is there 1 and 0 times`,
      `purchases and their events: ${id} is there 1 and 0 times`,
      `purchases and receipts: ${id} is there 1 and 0 times`,
      'prize bonus by purchases and by members, in cents: p 500 is there 1 and 0 times',
      `a purchase of a cancelled hunt without a refund: ${id}`,
      `a cancelled hunt that payment does not know: ${id}`,
    ],
  ],
  [
    'two winners',
    [
      HUNT,
      'DROP INDEX catalog.claims_one_winner',
      `UPDATE catalog.hunts SET status = 'complete', completed_at = now()`,
      `INSERT INTO catalog.claims (hunt_id, secret_hmac, code_hmac)
       VALUES ('${id}', sha256('a'), sha256('b')), ('${id}', sha256('c'), sha256('b'))`,
    ],
    [`more than one winning claim of the hunt: ${id}`],
  ],
  [
    'a message without a purchase, still being sent',
    [DELIVERY],
    [
      'purchases and receipts: nothing is there 0 and 1 times',
      `a message in state sending for more than 15 minutes: ${id}`,
    ],
  ],
  [
    'rows of unknown users, and a negative counter',
    [
      `INSERT INTO auth.user_products VALUES ('x', '${id}', 'p', 'refunded', 1)`,
      `INSERT INTO notification.phones (user_id, number) VALUES ('${id}', '+1')`,
      `INSERT INTO notification.phone_codes (user_id, number, code_hash, tries, expires_at)
       VALUES ('${id}', '+1', '', -1, now())`,
    ],
    [
      'a held product without a user: x',
      `alert preferences or a phone without a user: ${id}`,
      `a negative counter: phone code of ${id}`,
    ],
  ],
];

describe('the invariant checker', () => {
  it('reports nothing for an empty database', async () => {
    expect(await checkRows(pool)).toEqual([]);
  });

  it.each(PLANTS)('reports %s, and nothing else', async (_name, statements, said) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (const statement of statements) await client.query(statement);
      expect((await checkRows(client)).sort()).toEqual([...said].sort());
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
