import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  countPurchaseRows,
  listPurchaseRows,
  type PurchaseConditions,
} from '../src/staff-purchases/staff-purchases.store.ts';

const PAGE_SIZE = 25;
const ROWS = 20_000;
/** A page reads each row from at most two indexes and its newest refund request. */
const MAX_ROWS_READ = 5 * (PAGE_SIZE + 1);

const ALL: PurchaseConditions = {
  ids: null,
  userIds: null,
  paymentPrefix: null,
  receiptNumber: null,
  productId: null,
  status: null,
  scope: null,
  dayOf: 'purchase',
  from: null,
  to: null,
};

let database: TestDatabase;
const pool = () => database.poolOf('payment');

beforeAll(async () => {
  database = await createTestDatabase();
  await pool().query(
    `INSERT INTO purchases (id, user_id, product_id, product_title, handle, region, amount_cents,
       currency, bonus_cents, stripe_payment_intent_id, status, created_at, receipt_number)
     SELECT (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'user-' || n,
       'hunt-' || n % 200, 'Troll', 'troll', 'Vermont', 1000 + n * 7919 % 5000, 'USD', 1000, 'pi_' || md5(n::text),
       CASE WHEN n % 20 = 0 THEN 'refunded' ELSE 'completed' END,
       timestamptz '2026-01-01Z' + make_interval(mins => n), 'CRN-2026-' || lpad(n::text, 6, '0')
     FROM generate_series(1, $1) AS n`,
    [ROWS],
  );
  await pool().query('VACUUM ANALYZE purchases');
});

afterAll(() => database.drop());

const middle = `${(ROWS / 2).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

it.each([
  ['the first page', {}, { edgeId: null, isAscending: false }],
  ['a page in the middle', {}, { edgeId: middle, isAscending: false }],
  ['the page before it', {}, { edgeId: middle, isAscending: true }],
  ['the last page', {}, { edgeId: null, isAscending: true }],
  ['a page of one status', { status: 'refunded' }, { edgeId: middle, isAscending: false }],
  ['a page of one hunt', { productId: 'hunt-3' }, { edgeId: middle, isAscending: false }],
  [
    'a page of one day',
    { from: '2026-01-05', to: '2026-01-05' },
    { edgeId: null, isAscending: false },
  ],
  ['the lowest amounts', {}, { edgeId: null, isAscending: true, sort: 'amount' }],
  ['a page of amounts', {}, { edgeId: middle, isAscending: false, sort: 'amount' }],
  ['people', { userIds: ['user-7', 'user-19999'] }, { edgeId: null, isAscending: false }],
  ['a payment reference', { paymentPrefix: 'pi_8f14e45fce' }, { edgeId: null, isAscending: false }],
  ['a receipt number', { receiptNumber: 'CRN-2026-000123' }, { edgeId: null, isAscending: false }],
  ['an id', { ids: [middle] }, { edgeId: null, isAscending: false }],
] as const)('%s is read from an index', async (_, conditions, page) => {
  const plan = await readQueryPlan(pool(), (db) =>
    listPurchaseRows(db, { ...ALL, ...conditions } as PurchaseConditions, {
      sort: 'created_at',
      ...page,
      limit: PAGE_SIZE + 1,
    }),
  );
  expect(plan.tablesRead.filter((table) => table === 'purchases')).toEqual([]);
  expect(plan.rowsRead).toBeLessThanOrEqual(MAX_ROWS_READ);
});

it('the count stops at its maximum', async () => {
  const plan = await readQueryPlan(pool(), (db) => countPurchaseRows(db, ALL, 1_000));
  expect(plan.rowsRead).toBeLessThanOrEqual(2_000);
});
