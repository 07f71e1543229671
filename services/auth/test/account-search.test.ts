import { searchUsers } from '@cairn/contracts/http/staff-search.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchAccounts } from '../src/accounts/account-search.store.ts';
import { type AuthUnderTest, startAuth } from './start-auth.ts';

const ROWS = 20_000;
const MAX = 5;

let auth: AuthUnderTest;
let database: TestDatabase;

beforeAll(async () => {
  [auth, database] = await Promise.all([startAuth(), createTestDatabase()]);
  for (const { pool, rows } of [
    { pool: auth.pool, rows: 20 },
    { pool: database.poolOf('auth'), rows: ROWS },
  ]) {
    await pool.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
         'user' || lpad(n::text, 6, '0') || '@example.com', 'x', 'Ada', 'Last' || n
       FROM generate_series(1, $1) AS n`,
      [rows],
    );
    await pool.query('VACUUM ANALYZE users');
  }
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

it('finds users by the beginning of address, name and last name, and by id', async () => {
  const found = async (q: string) => {
    const path = `${searchUsers.path}?${new URLSearchParams({ q })}`;
    const { body } = await auth.call(path, { token: adminToken() });
    return searchUsers.answer.parse(body).results.map(({ label }) => label);
  };
  const seventh = ['user000007@example.com'];
  for (const q of ['USER000007', 'ada last7', 'last7', '00000000-0000-4000-8000-000000000007'])
    expect(await found(q)).toEqual(seventh);
  expect(await found('user')).toHaveLength(MAX);
  expect(await found('%%')).toEqual([]);
});

it.each([
  'user',
  'ada',
  'last199',
  'user019999',
  'unmatched',
  '00000000-0000-4000-8000-000000000007',
])('reads few rows of each index for %s', async (search) => {
  const plan = await readQueryPlan(database.poolOf('auth'), (db) =>
    searchAccounts(db, search, MAX),
  );
  expect(plan.tablesRead).toEqual([]);
  // A row of each of four parts, read once by its key and once by its id.
  expect(plan.rowsRead).toBeLessThanOrEqual(2 * 4 * MAX + MAX);
});
