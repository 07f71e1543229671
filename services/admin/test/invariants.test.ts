import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { withSessionLock } from '@cairn/postgres/session-lock.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHECKS, type Check } from '../src/invariants/checks.store.ts';
import { addInvariantMetrics, checkInvariants } from '../src/invariants/invariants.service.ts';
import { repairViolations } from '../src/invariants/repair.service.ts';
import { repairOf } from '../src/invariants/repairs.store.ts';
import { statementThatEmptiesTables } from './invariant-tables.ts';

const MINUTE_MS = 60_000;
const logger = createLogger('test', 'silent');

let database: TestDatabase;
let pool: Pool;
let reader: Pool;
let superuser: Pool;
const superuserPool = (url: string) =>
  createPool({ url, schema: 'public', name: 'test', onError: () => {} });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.poolOf('admin');
  reader = superuserPool(database.sqlUrls.invariants);
  superuser = superuserPool(database.adminUrl);
});
afterAll(async () => {
  await reader?.end();
  await superuser?.end();
  await database?.drop();
});

let reset: string;
beforeAll(async () => {
  reset = await statementThatEmptiesTables(superuser);
});
beforeEach(() => superuser.query(reset));

const run = (at = new Date()) => checkInvariants({ pool, sessions: pool, reader, logger }, at);
const laterBy = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

async function listFound(): Promise<string[]> {
  const { rows } = await pool.query('SELECT DISTINCT check_name FROM invariant_violations');
  return rows.map((row) => row.check_name).sort();
}

const id = randomUUID();
const USER = `INSERT INTO auth.users (id, email) VALUES ('${id}', 'user@example.com')`;
const RECIPIENT = `INSERT INTO notification.recipients
  VALUES ('${id}', 'user@example.com', NULL, true, 'active', 1)`;
const HUNT = `INSERT INTO catalog.hunts
  (id, handle, title, region, description, intro, rules, status, price_cents, currency,
   base_value_cents, bonus_per_purchase_cents)
  VALUES ('${id}', 'h', 't', 'r', 'd', 'i', 'r', 'active', 1, 'USD', 1, 1)`;
const EVENT = JSON.stringify({
  ...{ id, source: '/cairn/payment', type: 'purchase.recorded', version: 1, topic: 'purchases' },
  ...{ key: id, time: new Date().toISOString(), traceparent: null, data: { purchaseId: id } },
});
const purchase = (status: string, bonus = 500) => `INSERT INTO payment.purchases
  (id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
   stripe_payment_intent_id, status, recorded_event)
  VALUES ('${id}', '${id}', '${id}', 't', 'h', 'r', 2000, 'USD', ${bonus}, 'pi_1', '${status}',
          '${EVENT}')`;
const PUBLISHED = `INSERT INTO payment.outbox
  (id, source, type, version, topic, key, occurred_at, data, published_at)
  VALUES ('${id}', 'payment', 'purchase.recorded', 1, 'purchases', 'k', now(), '{}', now())`;
const applied = (...services: string[]) =>
  services.map((s) => `INSERT INTO ${s}.inbox (event_id, type) VALUES ('${id}', 'x')`);
const MEMBERSHIP = `INSERT INTO catalog.memberships
  (purchase_id, hunt_id, user_id, status, bonus_cents, version)
  VALUES ('${id}', '${id}', '${id}', 'completed', 500, 1)`;
const PRODUCT = `INSERT INTO auth.user_products VALUES ('${id}', '${id}', '${id}', 'held', 1)`;
const PLACE = `INSERT INTO notification.places VALUES ('${id}', '${id}', '${id}', true, 1)`;
const delivery = (state: string, attempts = 1) => `INSERT INTO notification.deliveries
  (id, event_id, template, channel, user_id, state, attempts, started_at)
  VALUES ('${id}', '${id}', 'receipt', 'email', '${id}', '${state}', ${attempts},
          now() - interval '1 hour')`;
const BOUGHT = [
  ...[USER, RECIPIENT, HUNT, purchase('completed'), PUBLISHED, MEMBERSHIP, PRODUCT, PLACE],
  ...[delivery('sent'), ...applied('catalog', 'auth', 'notification')],
];
const claim = (state: string) => `INSERT INTO catalog.claims
  (hunt_id, secret_hmac, code_hmac, state) VALUES ('${id}', sha256('a'), sha256('b'), '${state}')`;

/** Statements, the checks that they violate, and whether the repair resolves them. */
const PLANTS: [what: string, statements: string[], found: string[]][] = [
  ['nothing', BOUGHT, []],
  [
    'a purchase that was refunded in payment only',
    [...BOUGHT, "UPDATE payment.purchases SET status = 'refunded', version = 2"],
    ['alert_membership_differs', 'membership_differs', 'user_product_differs'],
  ],
  [
    'another bonus in the membership',
    [...BOUGHT, 'UPDATE catalog.memberships SET bonus_cents = 1'],
    ['membership_differs'],
  ],
  [
    'a purchase without its projections',
    [...BOUGHT, 'DELETE FROM catalog.memberships', 'TRUNCATE auth.user_products'],
    ['membership_differs', 'user_product_differs'],
  ],
  [
    'a purchase whose event is not in the outbox',
    [...BOUGHT, 'TRUNCATE payment.outbox'],
    ['purchase_without_event'],
  ],
  [
    'a purchase without its receipt',
    [...BOUGHT, 'DELETE FROM notification.deliveries'],
    ['purchase_without_receipt'],
  ],
  [
    'an event that one subscriber has not applied',
    [...BOUGHT, 'TRUNCATE catalog.inbox'],
    ['event_of_payment_not_applied'],
  ],
  [
    'projections without their purchase',
    [...BOUGHT, 'DELETE FROM payment.purchases'],
    [
      'alert_membership_without_purchase',
      'membership_without_purchase',
      'user_product_without_purchase',
    ],
  ],
  [
    'rows of a user who does not exist',
    [
      ...BOUGHT,
      'DELETE FROM auth.users',
      `INSERT INTO notification.phones (user_id, number) VALUES ('${id}', '+1')`,
      `INSERT INTO notification.phone_codes (user_id, number, code_hash, expires_at)
       VALUES ('${id}', '+1', '', now())`,
      `INSERT INTO notification.alert_preferences
         (user_id, product_id, product_title, region, handle, joined_at)
       VALUES ('${id}', '${id}', 't', 'r', 'h', now())`,
      "UPDATE payment.purchases SET status = 'rejected'",
      'TRUNCATE notification.places',
    ],
    [
      ...['membership_without_purchase', 'membership_without_user', 'phone_code_without_user'],
      ...['phone_without_user', 'preference_without_user', 'recipient_without_user'],
      ...['user_product_differs', 'user_product_without_user'],
    ],
  ],
  ['a user without a recipient', [USER], ['user_without_recipient']],
  ['a message that is being sent for an hour', [delivery('sending')], ['message_in_flight']],
  [
    'negative counters',
    [
      delivery('sent', -1),
      `INSERT INTO notification.mailings (created_by, subject, html, text, total)
       VALUES ('a', 's', 'h', 't', -1)`,
      USER,
      RECIPIENT,
      `INSERT INTO notification.phone_codes (user_id, number, code_hash, expires_at, tries)
       VALUES ('${id}', '+1', '', now(), -1)`,
    ],
    ['negative_delivery', 'negative_mailing', 'negative_phone_code'],
  ],
];

/** Violations that no statement resolves. */
const BY_HAND: typeof PLANTS = [
  ['a claim of an active hunt', [HUNT, claim('open')], ['claim_of_open_hunt']],
  [
    'a succeeded attempt without a purchase, and a negative purchase',
    [
      `INSERT INTO payment.payment_attempts (user_id, product_id, product_title, handle, region,
         amount_cents, currency, bonus_cents, stripe_payment_intent_id, state)
       VALUES ('u', 'p', 't', 'h', 'r', 1, 'USD', 1, 'pi_2', 'succeeded')`,
      purchase('rejected', -1),
    ],
    ['attempt_without_purchase', 'negative_purchase'],
  ],
];

async function plant(statements: string[]): Promise<void> {
  for (const statement of statements) await superuser.query(statement);
}

describe('P-8.4 continuous check of the invariants', () => {
  it.each([...PLANTS, ...BY_HAND])('P-8.4 one run finds %s', async (_what, statements, found) => {
    await plant(statements);
    expect(await run()).toBe(true);
    expect(await listFound()).toEqual(found);
  });

  it('P-8.4 a violation counts for the alert after three minutes, unless it is resolved', async () => {
    const metrics = createMetrics('test');
    addInvariantMetrics(metrics, pool);
    const shown = async () =>
      (await metrics.registry.getSingleMetricAsString('invariant_violations')).split(' ').at(-1);
    await plant([USER]);
    await run();
    expect(await shown()).toBe('0');
    await run(laterBy(4));
    expect(await shown()).toBe('1');
    await plant([RECIPIENT]);
    await run(laterBy(6));
    expect(await shown()).toBe('0');
  });

  it('P-8.4 a run verifies new rows and a bounded part of the others', async () => {
    await plant([
      `INSERT INTO auth.users (id, email, created_at)
       SELECT gen_random_uuid(), 'old-' || n || '@example.com', now() - interval '1 year'
       FROM generate_series(1, 2001) n`,
    ]);
    await run();
    const { rows: first } = await pool.query('SELECT count(*)::int AS n FROM invariant_violations');
    expect(first[0].n).toBe(2_000);
    // Sorts behind the sweep, but is new.
    await plant([
      `INSERT INTO auth.users (id, email) VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'new@example.com')`,
    ]);
    await superuser.query(`UPDATE admin.invariant_progress SET swept_to = NULL`);
    await run();
    const { rows: second } = await pool.query(
      "SELECT FROM invariant_violations WHERE key LIKE 'ffffffff-ffff-%'",
    );
    expect(second).toHaveLength(1);
  });

  it('P-8.4 one replica checks at a time', async () => {
    const isRefused = await withSessionLock(pool, 'invariants', async () => !(await run()));
    expect(isRefused).toBe(true);
  });

  it('the role that checks can read no personal data and change nothing', async () => {
    for (const statement of [
      'SELECT email FROM auth.users',
      'SELECT data FROM auth.outbox',
      'SELECT address FROM notification.deliveries',
      'SELECT number FROM notification.phones',
      'SELECT recorded_event FROM payment.purchases',
      'SELECT sealed_code FROM catalog.treasure_codes',
      'SELECT * FROM backoffice.users',
      'DELETE FROM notification.places',
    ]) {
      await expect(reader.query(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|25006)$/),
      });
    }
  });
});

describe('P-8.4 repair', () => {
  const repair = (isDryRun: boolean) => repairViolations(superuser, { isDryRun, settleMs: 0 });

  it.each(PLANTS)('P-8.4 resolves %s', async (_what, statements, found) => {
    await plant(statements);
    const planned = await repair(true);
    expect(planned.map(({ check }) => check).sort()).toEqual(found);
    // Changed nothing.
    expect((await repair(true)).map(({ check }) => check).sort()).toEqual(found);
    await repair(false);
    // Republished events and users await their subscribers.
    const left = (await repair(true)).map(({ check }) => check);
    const awaited = ['purchase_without_receipt', 'user_without_recipient'];
    expect(left.filter((check) => !awaited.includes(check))).toEqual([]);
  });

  it('P-8.4 publishes again what a subscriber or recipient lacks', async () => {
    await plant([USER, ...BOUGHT.slice(1), 'TRUNCATE notification.recipients, catalog.inbox']);
    await repair(false);
    const { rows } = await superuser.query(
      `SELECT type FROM payment.outbox WHERE published_at IS NULL
       UNION ALL SELECT type FROM auth.outbox WHERE published_at IS NULL`,
    );
    expect(rows.map(({ type }) => type).sort()).toEqual(['purchase.recorded', 'user.updated']);
  });

  it.each(BY_HAND)('P-8.4 leaves %s to a person', async (_what, statements, found) => {
    await plant(statements);
    const results = await repair(false);
    expect(results.map(({ check, outcome }) => [check, outcome]).sort()).toEqual(
      found.map((check) => [check, 'needs a person']),
    );
  });

  it('every check has a repair', () => {
    for (const { name } of CHECKS satisfies readonly Check[]) {
      expect(repairOf(name).what.length, name).toBeGreaterThan(10);
    }
  });
});
