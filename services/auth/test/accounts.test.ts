import { randomUUID } from 'node:crypto';
import type { accountsPage } from '@cairn/contracts/http/back-office.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { countAccounts, listAccounts } from '../src/accounts/accounts.store.ts';
import { type AuthUnderTest, startAuth } from './start-auth.ts';

const ALL_ACCOUNTS = { search: '', status: '' } as const;

let auth: AuthUnderTest;

/** Oldest first: [email, first name, last name, status]. */
const PEOPLE = [
  ['ada@example.com', 'Ada', 'Lovelace', 'active'],
  ['alan@example.com', 'Alan', 'Turing', 'suspended'],
  ['a_b@example.com', 'Alonzo', 'Church', 'active'],
  ['axb@example.com', null, null, 'active'],
  ['grace@example.com', 'Grace', 'Hopper', 'active'],
  ['100%@example.com', 'ADA', 'Byron', 'suspended'],
] as const;

beforeAll(async () => {
  auth = await startAuth();
  for (const [index, [email, first, last, status]] of PEOPLE.entries()) {
    await auth.pool.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, status, created_at)
       VALUES ($1, $2, 'none', $3, $4, $5, '2026-01-01'::timestamptz + $6 * interval '1 day')`,
      [randomUUID(), email, first, last, status, index],
    );
  }
});
afterAll(() => auth.stop());

describe('the account list', () => {
  it('returns pages of accounts, newest first', async () => {
    const first = await list('?page=1&limit=4');
    expect(first.emails).toEqual(emails(5, 4, 3, 2));
    expect(first.pagination).toEqual({ page: 1, limit: 4, total: 6, pages: 2 });
    const second = await list('?page=2&limit=4');
    expect(second.emails).toEqual(emails(1, 0));
    const beyond = await list('?page=1000000&limit=100');
    expect(beyond.emails).toEqual([]);
    expect(beyond.pagination.total).toBe(6);
  });

  it.each([
    ['an address', 'ada@', emails(0)],
    ['an address in capitals', 'ADA@EX', emails(0)],
    ['a first name, in whatever case', 'ada', emails(5, 0)],
    ['a last name', 'hop', emails(4)],
    ['a whole name', 'ada love', emails(0)],
    ['an underscore, which is no wildcard', 'a_', emails(2)],
    ['a percent sign, which is no wildcard', '100%', emails(5)],
    ['a percent sign alone', '%', []],
    ['a backslash', '\\', []],
    ['the middle of an address, which is not its beginning', 'example', []],
    ['an apostrophe', "' OR true --", []],
  ])('finds by the beginning of %s', async (_, search, expected) => {
    const { emails: found, pagination } = await list(`?search=${encodeURIComponent(search)}`);
    expect(found).toEqual(expected);
    expect(pagination.total).toBe(expected.length);
  });

  it('filters by status, also combined with a search prefix', async () => {
    expect((await list('?status=suspended')).emails).toEqual(emails(5, 1));
    expect((await list('?status=suspended&search=al')).emails).toEqual(emails(1));
    expect((await list('?status=active&search=al')).emails).toEqual(emails(2));
  });

  it.each([
    ['email', 'asc', emails(5, 2, 0, 1, 3, 4)],
    ['email', 'desc', emails(4, 3, 1, 0, 2, 5)],
    ['created_at', 'asc', emails(0, 1, 2, 3, 4, 5)],
    // Users without a name come last.
    ['name', 'asc', emails(5, 0, 1, 2, 4, 3)],
    ['name', 'desc', emails(3, 4, 2, 1, 0, 5)],
    ['status', 'asc', emails(0, 2, 3, 4, 1, 5)],
    ['status', 'desc', emails(5, 1, 4, 3, 2, 0)],
  ])('is sorted by %s, %s, on whatever page', async (sort, direction, expected) => {
    const order = `sort=${sort}&direction=${direction}`;
    expect((await list(`?${order}`)).emails).toEqual(expected);
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(`?${order}&limit=2&page=${page}`)),
    );
    expect(pages.flatMap((page) => page.emails)).toEqual(expected);
  });

  it.each(['created_at', 'email', 'name', 'last_login', 'status'])(
    'has pages by key in both directions, sorted by %s',
    async (sort) => {
      for (const direction of ['asc', 'desc']) {
        const order = `sort=${sort}&direction=${direction}`;
        const all = (await list(`?${order}`)).accounts;
        for (const [index, { id }] of all.entries()) {
          const by = (key: string) => list(`?${order}&limit=2&count=limited&${key}=${id}`);
          const after = await by('starting_after');
          expect(after.accounts).toEqual(all.slice(index + 1, index + 3));
          expect(after.pagination).toMatchObject({
            ...{ total: 6, is_total_exact: true },
            ...{ has_previous: true, has_next: index + 3 < 6 },
          });
          const before = await by('ending_before');
          expect(before.accounts).toEqual(all.slice(Math.max(0, index - 2), index));
          expect(before.pagination).toMatchObject({ has_previous: index > 2, has_next: true });
        }
        const last = await list(`?${order}&limit=4&count=limited&last=true`);
        expect(last.accounts).toEqual(all.slice(2));
        expect(last.pagination).toMatchObject({ has_previous: true, has_next: false });
      }
    },
  );

  it('sorts by last login, with users who never logged in at the end', async () => {
    await auth.pool.query("UPDATE users SET last_login = '2026-02-01' WHERE email LIKE 'grace%'");
    await auth.pool.query("UPDATE users SET last_login = '2026-02-02' WHERE email LIKE 'alan%'");
    const newest = await list('?sort=last_login&direction=desc');
    expect(newest.emails.slice(0, 2)).toEqual(emails(1, 4));
    const oldest = await list('?sort=last_login&direction=asc');
    expect(oldest.emails).toEqual(newest.emails.toReversed());
  });

  it('contains no password hash and no token version', async () => {
    const { accounts } = await list('?search=ada@');
    expect(accounts).toEqual([
      {
        id: expect.any(String),
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        status: 'active',
        email_verified: false,
        is_admin: false,
        created_at: '2026-01-01T00:00:00.000Z',
        last_login: null,
        version: expect.any(Number),
      },
    ]);
  });

  it('reads a page by key from an index, wherever it is', async () => {
    const database = await createTestDatabase();
    try {
      const pool = database.poolOf('auth');
      await pool.query(
        `INSERT INTO users (id, email, password_hash, last_name, created_at)
         SELECT gen_random_uuid(), 'key' || n || '@example.com', 'none',
           CASE WHEN n % 2 = 0 THEN 'key' || n END,
           '2020-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 20000) n`,
      );
      await pool.query('VACUUM ANALYZE users');
      const { rows } = await pool.query(
        'SELECT id FROM users ORDER BY created_at OFFSET 9999 LIMIT 1',
      );
      for (const sort of ['created_at', 'email', 'name', 'last_login', 'status'] as const) {
        for (const isAscending of [false, true]) {
          const plan = await readQueryPlan(pool, (db) =>
            listAccounts(withText(db), ALL_ACCOUNTS, {
              ...{ sort, limit: 11, offset: 0, total: null },
              ...{ isAscending, edgeId: rows[0].id },
            }),
          );
          expect(plan.tablesRead, sort).toEqual([]);
          // The page, its rows by their ids, and the row at its edge for each column of the order.
          expect(plan.rowsRead, sort).toBeLessThanOrEqual(2 * 11 + 3);
        }
      }
    } finally {
      await database.drop();
    }
  });

  it('uses its indexes with many accounts', async () => {
    await auth.pool.query(
      `INSERT INTO users (id, email, password_hash, last_name, created_at)
       SELECT gen_random_uuid(), 'many' || n || '@example.com', 'none', 'many' || n,
         '2020-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 20000) n`,
    );
    await auth.pool.query('VACUUM ANALYZE users');
    const page = { limit: 10, offset: 4_000, total: 20_006, edgeId: null };
    for (const sort of ['created_at', 'email', 'name', 'last_login', 'status'] as const) {
      for (const isAscending of [true, false]) {
        for (const offset of [page.offset, page.total - 20]) {
          const plan = await planOf((db) =>
            listAccounts(db, ALL_ACCOUNTS, { ...page, sort, isAscending, offset }),
          );
          expect(plan, `${sort} ${isAscending}`).toContain('Index Only Scan');
          expect(plan, `${sort} ${isAscending}`).not.toContain('Seq Scan');
        }
      }
    }
    for (const filter of [
      { search: 'many777', status: '' },
      { search: 'many777', status: 'suspended' },
      { search: '', status: 'suspended' },
    ] as const) {
      const plan = await planOf((db) => countAccounts(db, filter));
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Seq Scan');
    }
    expect((await list('?search=many7777')).pagination.total).toBe(1);
    expect((await list('?search=many&count=limited')).pagination).toMatchObject({
      ...{ total: 10_000, is_total_exact: false },
      ...{ has_previous: false, has_next: true },
    });
  });
});

describe('one account', () => {
  it('is returned by id', async () => {
    const { accounts } = await list('?search=grace');
    const { status, body } = await auth.call(`/internal/accounts/${accounts[0]?.id}`, {
      isInternal: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual(accounts[0]);
  });

  it.each([randomUUID(), 'no-uuid', '1', '%00'])('returns 404 for the id %s', async (id) => {
    const { status } = await auth.call(`/internal/accounts/${id}`, { isInternal: true });
    expect([400, 404]).toContain(status);
  });
});

describe('access to the account routes', () => {
  it('is limited to internal callers', async () => {
    const token = tokenFor({ userId: randomUUID(), isAdmin: true });
    for (const path of ['/internal/accounts', `/internal/accounts/${randomUUID()}`]) {
      expect((await auth.call(path)).status).toBe(403);
      expect((await auth.call(path, { token })).status).toBe(403);
      const headers = { 'x-internal-token': 'x'.repeat(44) };
      expect((await auth.call(path, { headers })).status).toBe(403);
    }
  });
});

async function list(query: string) {
  const { status, body } = await auth.call(`/internal/accounts${query}`, { isInternal: true });
  expect(status).toBe(200);
  const page = body as z.infer<typeof accountsPage>;
  return { ...page, emails: page.accounts.map(({ email }) => email) };
}

function emails(...indices: number[]): string[] {
  return indices.map((index) => PEOPLE[index]?.[0] ?? '');
}

/** The statement as an object, as `readQueryPlan` takes it. */
function withText(db: Database): Database {
  const query = (text: string, values: unknown[]) => db.query({ text, values });
  return { query } as unknown as Database;
}

/** Returns Postgres' plans for the queries that `ask` runs. */
async function planOf(ask: (db: Database) => Promise<unknown>): Promise<string> {
  let plan = '';
  const query = async (text: string, values: unknown[]) => {
    const explained = await auth.pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    plan = JSON.stringify(explained.rows);
    return explained;
  };
  await ask({ query } as unknown as Database).catch(() => {});
  return plan;
}
