import { randomUUID } from 'node:crypto';
import { getAccountsOverview } from '@cairn/contracts/http/staff-overview.ts';
import { listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countNewAccounts } from '../src/overview/overview.store.ts';
import { type AuthUnderTest, startAuth } from './start-auth.ts';

const DAY = 86_400_000;
const now = Date.now();
const today = Math.floor(now / DAY) * DAY;
const createdAt = [1, 7, 30].flatMap((days) => {
  const from = today - (days - 1) * DAY;
  const previous = from - days * DAY;
  return [from, from - 1, previous, previous - 1, now - days * DAY - 3_600_000];
});

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  for (const at of createdAt) {
    await auth.pool.query(
      `INSERT INTO users (id, email, password_hash, created_at) VALUES ($1, $2, 'x', $3)`,
      [randomUUID(), `${randomUUID()}@example.com`, new Date(at)],
    );
  }
});

afterAll(() => auth.stop());

it.each(['1', '7', '30'])(
  'counts the new accounts of %s days and of the period before',
  async (days) => {
    const answer = await auth.call(`${getAccountsOverview.path}?days=${days}`, {
      token: adminToken(),
    });
    const { from, new_accounts } = getAccountsOverview.answer.parse(answer.body);
    const length = Number(days) * DAY;
    const start = Date.parse(from);
    expect(new_accounts).toEqual({
      current: createdAt.filter((at) => at >= start).length,
      previous: createdAt.filter((at) => at >= start - length && at < now - length).length,
    });
    expect(new_accounts.previous).toBeGreaterThan(0);
  },
);

it('the list of accounts has as many in the period as the overview', async () => {
  const path = `${getAccountsOverview.path}?days=7`;
  const { body } = await auth.call(path, { token: adminToken() });
  const { from, to, new_accounts } = getAccountsOverview.answer.parse(body);
  const list = async (query: string) => {
    const answer = await auth.call(`/internal/accounts?${query}`, { isInternal: true });
    return listAccountsInternally.answer.parse(answer.body);
  };
  const { accounts, pagination } = await list(`from=${from}&to=${to}&limit=100`);
  expect(pagination.total).toBe(new_accounts.current);
  expect(accounts).toHaveLength(new_accounts.current);
  const earlier = await list(`to=${from}&limit=100`);
  expect(earlier.pagination.total).toBe(
    createdAt.filter((at) => at < Date.parse(from) + DAY).length,
  );
});

it('refuses another number of days', async () => {
  const path = `${getAccountsOverview.path}?days=365`;
  expect((await auth.call(path, { token: adminToken() })).status).toBe(400);
});

it('reads new accounts from an index', async () => {
  await auth.pool.query(
    `INSERT INTO users (id, email, password_hash, created_at)
     SELECT gen_random_uuid(), 'many' || n || '@example.com', 'x',
       timestamptz '2020-01-01Z' + make_interval(mins => n)
     FROM generate_series(1, 20000) AS n`,
  );
  await auth.pool.query('VACUUM ANALYZE users');
  const plan = await readQueryPlan(auth.pool, (db) => countNewAccounts(db, overviewPeriod('30')));
  expect(plan.tablesRead).toEqual([]);
  expect(plan.rowsRead).toBeLessThan(100);
});
