import { MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import {
  type AccountFilter,
  type AccountPage,
  type AccountSort,
  countAccounts,
  listAccounts,
} from '../../services/auth/src/accounts/accounts.store.ts';

/**
 * The database cost of the account list with 1,000,000 accounts: the first, a middle and the last page
 * by key in every order, and searches from the narrowest to one that finds half of them, each with
 * its limited count. In a database of its own, which needs the three variables TEST_* as tests do;
 * times are EXPLAIN ANALYZE's own with planning: the median and the 99th percentile.
 */
const ACCOUNTS = Number(process.argv[2] ?? 1_000_000);
const ATTEMPTS = 100;
const LIMIT = 10;
const ALL_ACCOUNTS: AccountFilter = { search: '', status: '' };
type AccountOrder = { sort: AccountSort; direction: 'asc' | 'desc' };
const NEWEST: AccountOrder = { sort: 'created_at', direction: 'desc' };

const database = await createTestDatabase();
const pool = database.poolOf('auth');
let slowest = 0;
try {
  await seed();
  for (const sort of ['created_at', 'email', 'name', 'last_login', 'status'] as const) {
    for (const direction of ['asc', 'desc'] as const)
      await measure(`${sort} ${direction}`, ALL_ACCOUNTS, { sort, direction });
  }
  for (const search of [
    'ada',
    'zo',
    'user1234',
    'user199999@',
    'm',
    'lovelace',
    'a',
    'user1',
    'user',
  ])
    await measure(`search ${search}`, { search, status: '' }, NEWEST);
  await measure(
    'search a by name',
    { search: 'a', status: '' },
    { sort: 'name', direction: 'asc' },
  );
  for (const status of ['active', 'suspended'] as const) {
    await measure(status, { search: '', status }, NEWEST);
    await measure(
      `${status}, search a`,
      { search: 'a', status },
      { sort: 'email', direction: 'asc' },
    );
  }
  console.log(`slowest 99th percentile: ${slowest.toFixed(1)} ms`);
} finally {
  await database.drop();
}

/** Half of the addresses share a prefix, a third have names, one in fifty is suspended. */
async function seed(): Promise<void> {
  // In batches that stay within the statement timeout of ten seconds.
  for (let from = 1; from <= ACCOUNTS; from += 5_000) await insert(from, from + 4_999);
  await pool.query('VACUUM ANALYZE users');
}

async function insert(from: number, to: number): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, status, created_at, last_login)
     SELECT gen_random_uuid(),
       CASE WHEN n % 2 = 0 THEN 'user' || n ELSE substr(md5(n::text), 1, 1)
         || chr(97 + (hashint4(n) & 15)) || substr(md5(n::text), 1, 8) || n END || '@example.com',
       'none',
       CASE WHEN n % 3 = 0 THEN (ARRAY['Ada', 'Alan', 'Grace', 'Zoe', 'Max', 'Mia'])[1 + n % 6] END,
       CASE WHEN n % 3 = 0 THEN (ARRAY['Lovelace', 'Turing', 'Hopper', 'Byron', 'Adler'])[1 + n % 5] || n END,
       CASE WHEN n % 50 = 0 THEN 'suspended' ELSE 'active' END,
       '2020-01-01'::timestamptz + (hashint4(n)::bigint & 1073741823) * interval '0.1 second',
       CASE WHEN n % 4 > 0 THEN '2025-01-01'::timestamptz + (hashint4(n + 1) & 33554431) * interval '1 second' END
     FROM generate_series($1::int, $2::int) AS n`,
    [from, to],
  );
}

async function measure(name: string, filter: AccountFilter, order: AccountOrder): Promise<void> {
  const total = await countAccounts(pool, filter);
  const isAscending = order.direction === 'asc';
  const start = { sort: order.sort, edgeId: null, isAscending, limit: LIMIT + 1, offset: 0, total };
  const [middle] = await listAccounts(pool, filter, { ...start, offset: Math.floor(total / 2) });
  const pages: Record<string, AccountPage> = {
    first: start,
    middle: { ...start, edgeId: middle?.id ?? null },
    'before the middle': { ...start, edgeId: middle?.id ?? null, isAscending: !isAscending },
    last: { ...start, isAscending: !isAscending },
  };
  const times = [`count ${await cost((db) => countAccounts(db, filter, MAX_COUNTED + 1))}`];
  for (const [page, at] of Object.entries(pages))
    times.push(`${page} ${await cost((db) => listAccounts(db, filter, at))}`);
  console.log(`${name} (${total}): ${times.join(', ')} ms`);
}

/** The median and the 99th percentile in ms. */
async function cost(ask: (db: Database) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let index = 0; index < ATTEMPTS; index++) {
    await ask(explaining((ms) => times.push(ms))).catch((error: unknown) => {
      // The result of EXPLAIN does not have the expected rows.
      if (times.length <= index) throw error;
    });
  }
  times.sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.ceil(ATTEMPTS * share) - 1] ?? 0;
  slowest = Math.max(slowest, percentile(0.99));
  return `${percentile(0.5).toFixed(1)} / ${percentile(0.99).toFixed(1)}`;
}

/** Explains every statement instead of running it for its rows. */
function explaining(report: (ms: number) => void): Database {
  const query = async (text: string, values: unknown[]) => {
    const explained = await pool.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    );
    const plan = explained.rows[0]['QUERY PLAN'][0];
    if (process.argv[3]) console.log(text, JSON.stringify(plan, null, 1));
    report(plan['Execution Time'] + plan['Planning Time']);
    return explained;
  };
  return { query } as unknown as Database;
}
