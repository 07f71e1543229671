import { randomUUID } from 'node:crypto';
import { getPaymentsOverview, getSalesTrend } from '@cairn/contracts/http/staff-overview.ts';
import { listPurchases } from '@cairn/contracts/http/staff-purchases.ts';
import { overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listSalesByDay,
  sumDisputes,
  sumRefunds,
  sumSales,
  sumUnsettled,
} from '../src/overview/overview.store.ts';
import { type Harness, startHarness } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HUNTS = [randomUUID(), randomUUID()];

type Row = {
  at: number;
  status: string;
  cents: number;
  hunt: string;
  refundedAt?: number;
  dispute?: string;
  disputedAt?: number;
};

let harness: Harness;
let rows: Row[];
const startedAt = Date.now();

beforeAll(async () => {
  harness = await startHarness();
  rows = fixtures(startedAt);
  for (const row of rows) await insert(row);
});

afterAll(() => harness.stop());

/** On and beside the limits of each period. */
function fixtures(now: number): Row[] {
  const midnight = Math.floor(now / DAY) * DAY;
  const limits = [1, 7, 30].flatMap((days) => {
    const from = midnight - (days - 1) * DAY;
    const previous = from - days * DAY;
    const before = now - days * DAY;
    return [from, from - 1, previous, previous - 1, before - HOUR, before + HOUR];
  });
  const moments = [...new Set(limits)];
  return moments.flatMap((at, index): Row[] => {
    const [first = '', second = ''] = HUNTS;
    const cents = 1000 + index * 7;
    const old = now - 200 * DAY;
    return [
      { at, status: 'completed', cents, hunt: index % 2 === 0 ? first : second },
      { at, status: 'rejected', cents: 50_000, hunt: first, refundedAt: at },
      { at: old, status: 'refunded', cents: cents + 1, hunt: first, refundedAt: at },
      {
        at: old,
        status: 'disputed',
        cents: cents + 2,
        hunt: first,
        dispute: 'open',
        disputedAt: at,
      },
      {
        at: old,
        status: 'disputed',
        cents: cents + 3,
        hunt: first,
        dispute: 'lost',
        disputedAt: at,
      },
      { at: old, status: 'refund_pending', cents: 1, hunt: second },
      { at: old, status: 'rejected', cents: 3, hunt: second },
    ];
  });
}

async function insert({ at, status, cents, hunt, refundedAt, dispute, disputedAt }: Row) {
  const day = (moment: number | undefined) => (moment === undefined ? null : new Date(moment));
  await harness.pool.query(
    `INSERT INTO purchases (user_id, product_id, product_title, handle, region, amount_cents,
       currency, bonus_cents, stripe_payment_intent_id, status, created_at, refunded_at, dispute,
       disputed_at)
     VALUES ($1, $2, 'Troll', 'troll', 'Vermont', $3, 'USD', 1000, $4, $5, $6, $7, $8, $9)`,
    [
      ...[randomUUID(), hunt, cents, `pi_${randomUUID()}`, status],
      ...[day(at), day(refundedAt), dispute ?? null, day(disputedAt)],
    ],
  );
}

const sums = (found: Row[]) => ({
  count: found.length,
  amount: found.reduce((sum, { cents }) => sum + cents, 0) / 100,
});

async function ask(path: string, query: Record<string, string> = {}) {
  const { status, body } = await call(`${harness.url}${path}?${new URLSearchParams(query)}`, {
    token: adminToken(),
  });
  expect(status).toBe(200);
  return body;
}

describe.each(['1', '7', '30'] as const)('the overview of %s days', (days) => {
  const length = Number(days) * DAY;
  const readOverview = async () =>
    getPaymentsOverview.answer.parse(await ask(getPaymentsOverview.path, { days }));

  function compare(from: string, momentOf: (row: Row) => number | undefined, filter = accepted) {
    const start = Date.parse(from);
    const within = (low: number, high: number) =>
      sums(
        rows.filter((row) => {
          const moment = momentOf(row);
          return filter(row) && moment !== undefined && moment >= low && moment < high;
        }),
      );
    return {
      current: within(start, Number.POSITIVE_INFINITY),
      previous: within(start - length, startedAt - length),
    };
  }

  it('sums sales, refunds and disputes of the period and of the one before', async () => {
    const overview = await readOverview();
    expect(overview.sales).toEqual(compare(overview.from, ({ at }) => at));
    expect(overview.refunds).toEqual(compare(overview.from, ({ refundedAt }) => refundedAt));
    const disputes = compare(overview.from, ({ disputedAt }) => disputedAt);
    expect(overview.disputes).toEqual(disputes);
    expect(overview.sales.current.count).toBeGreaterThan(0);
    expect(overview.sales.previous.count).toBeGreaterThan(0);
  });

  it.each([
    ['sales', { status: 'accepted' }],
    ['refunds', { status: 'accepted', day_of: 'refund' }],
    ['disputes', { day_of: 'dispute' }],
    ['unsettled', { status: 'unsettled' }],
  ] as const)('the list of %s has as many purchases as the overview', async (figure, filter) => {
    const overview = await readOverview();
    const { from, to } = overview;
    const range: Record<string, string> = figure === 'unsettled' ? {} : { from, to };
    const list = listPurchases.answer.parse(
      await ask(listPurchases.path, { ...filter, ...range, limit: '100' }),
    );
    const { count } = figure === 'unsettled' ? overview.unsettled : overview[figure].current;
    expect(list.pagination.total).toBe(count);
  });
});

const accepted = ({ status }: Row) => status !== 'rejected';

it('money that is not settled: refunds that are not complete, open disputes, rejected charges', async () => {
  const { unsettled } = getPaymentsOverview.answer.parse(await ask(getPaymentsOverview.path));
  const isUnsettled = ({ status, dispute, refundedAt }: Row) =>
    status === 'refund_pending' ||
    dispute === 'open' ||
    (status === 'rejected' && refundedAt === undefined);
  expect(unsettled).toEqual(sums(rows.filter(isUnsettled)));
});

it('the trend has the sales of each hunt and day in UTC', async () => {
  const { from, days } = getSalesTrend.answer.parse(await ask(getSalesTrend.path));
  const sold = rows.filter((row) => accepted(row) && row.at >= Date.parse(from));
  const dayOf = ({ at }: Row) => new Date(at).toISOString().slice(0, 10);
  const expected = [...Map.groupBy(sold, (row) => `${dayOf(row)} ${row.hunt}`)].map(
    ([key, found]) => [key, sums(found)],
  );
  const listed = days.map(({ day, hunt_id, count, amount }) => [
    `${day} ${hunt_id}`,
    { count, amount },
  ]);
  expect(new Map(listed as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));
});

it('a dispute has the time at which it was first read', async () => {
  const id = randomUUID();
  const change = async (dispute: string) => {
    const { rows } = await harness.pool.query(
      'UPDATE purchases SET dispute = $2 WHERE id = $1 RETURNING disputed_at',
      [id, dispute],
    );
    return rows[0].disputed_at;
  };
  await harness.pool.query(
    `INSERT INTO purchases (id, user_id, product_id, product_title, handle, region, amount_cents,
       currency, bonus_cents, stripe_payment_intent_id, status, created_at)
     VALUES ($1::uuid, 'u', 'h', 'Troll', 'troll', 'Vermont', 1, 'USD', 1, 'pi_' || $1::text, 'rejected', '2020-01-01Z')`,
    [id],
  );
  const first = await change('open');
  expect(first).toBeInstanceOf(Date);
  expect(await change('won')).toEqual(first);
});

describe('with many purchases', () => {
  const ROWS = 20_000;
  beforeAll(async () => {
    await harness.pool.query(
      `INSERT INTO purchases (user_id, product_id, product_title, handle, region, amount_cents,
         currency, bonus_cents, stripe_payment_intent_id, status, created_at, receipt_number)
       SELECT 'many-' || n, 'hunt-' || n % 20, 'Troll', 'troll', 'Vermont', 2000, 'USD', 1000,
         'pi_many_' || n, 'completed', timestamptz '2020-01-01Z' + make_interval(mins => n),
         'CRN-2020-' || n
       FROM generate_series(1, $1) AS n`,
      [ROWS],
    );
    await harness.pool.query('VACUUM ANALYZE purchases');
  });

  it.each([
    ['sales', sumSales],
    ['refunds', sumRefunds],
    ['disputes', sumDisputes],
    ['unsettled', sumUnsettled],
    ['trend', listSalesByDay],
  ] as const)('the %s are read from an index, without the purchases before', async (_, read) => {
    const plan = await readQueryPlan(harness.pool, (db) => read(db, overviewPeriod('30')));
    expect(plan.tablesRead).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(ROWS / 10);
  });
});
