import { randomUUID } from 'node:crypto';
import {
  exportHunts,
  listStaffHunts,
  type StaffHuntsQuery,
} from '@cairn/contracts/http/staff-hunts.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listHuntIds } from '../src/hunts/hunt-list.store.ts';
import { ADMIN_ID, bodyOf, makeHunt, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

const TITLES = ['Beta', 'alpha', 'Delta', '=Gamma', 'Epsilon'];
const SORTS: StaffHuntsQuery['sort'][] = ['position', 'created_at', 'title', 'status', 'price'];

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  const staff = staffOf(catalog.url);
  for (const [index, title] of TITLES.entries()) {
    const status = index === 2 ? 'draft' : 'upcoming';
    // Two have the same price: their ids decide.
    await makeHunt(staff, { title, status, price_amount: 10 + Math.floor(index / 2) });
  }
});
afterAll(() => catalog.stop());

it('is complete and in the order of the public list without a limit', async () => {
  const { hunts, pagination } = await list('');
  expect(hunts.map(({ title }) => title)).toEqual(TITLES);
  expect(pagination).toBeUndefined();
  const upcoming = await list('?status=upcoming&sort=title');
  expect(upcoming.hunts.map(({ title }) => title)).toEqual(['=Gamma', 'alpha', 'Beta', 'Epsilon']);
});

it.each(SORTS)('has pages by key in the order of %s', async (sort) => {
  const ascending = (await list(`?sort=${sort}`)).hunts;
  for (const direction of ['asc', 'desc']) {
    const all = direction === 'asc' ? ascending : ascending.toReversed();
    const query = `?sort=${sort}&direction=${direction}&limit=2`;
    const first = await list(query);
    expect(first.hunts).toEqual(all.slice(0, 2));
    expect(first.pagination).toEqual({
      ...{ limit: 2, total: 5, is_total_exact: true },
      ...{ has_previous: false, has_next: true },
    });
    const next = await list(`${query}&starting_after=${all[1]?.id}`);
    expect(next.hunts).toEqual(all.slice(2, 4));
    const previous = await list(`${query}&ending_before=${all[4]?.id}`);
    expect(previous.hunts).toEqual(all.slice(2, 4));
    expect((await list(`${query}&last=true`)).hunts).toEqual(all.slice(3));
  }
});

it('is filtered by status and by part of a title, a handle or an id', async () => {
  const [, alpha] = (await list('')).hunts;
  expect((await list('?status=draft')).hunts.map(({ title }) => title)).toEqual(['Delta']);
  expect((await list('?search=LPH&limit=10')).hunts).toEqual([alpha]);
  expect((await list(`?search=${alpha?.handle}`)).hunts).toEqual([alpha]);
  expect((await list(`?search=${alpha?.id}`)).hunts).toEqual([alpha]);
  expect((await list('?search=%25')).hunts).toEqual([]);
});

it('refuses a page after a hunt that does not exist', async () => {
  const answer = await ask(`${listStaffHunts.path}?limit=2&starting_after=${randomUUID()}`);
  expect(answer.status).toBe(409);
});

it('is exported as CSV without formulas, and recorded without the text of the search', async () => {
  // No handle contains the letter: its digits are hexadecimal.
  for (const [query, titles] of [
    ['?status=upcoming', ['Epsilon', "'=Gamma", 'alpha', 'Beta']],
    ['?status=upcoming&search=m', ["'=Gamma"]],
  ] as const) {
    const { csv, next } = bodyOf(await ask(exportHunts.path + query), exportHunts.answer);
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^ID,Handle,Title/);
    expect(lines.map((line) => line.split(',')[2])).toEqual(titles);
    expect(next).toBeNull();
  }
  const { rows } = await catalog.pool.query(
    `SELECT data->'after' AS after FROM outbox WHERE data->>'action' = 'hunts_export'
       AND data->>'adminId' = $1`,
    [ADMIN_ID],
  );
  const after = { status: 'upcoming', startingAfter: '' };
  expect(rows).toEqual([{ after }, { after }]);
});

it.each(SORTS)('reads a page from an index in the order of %s', async (sort) => {
  await catalog.pool.query(
    `INSERT INTO hunts (handle, title, region, description, intro, rules, status, price_cents, currency,
       base_value_cents, bonus_per_purchase_cents, created_at)
     SELECT $1 || '-' || n, 'Many ' || n, '', '', '', '', 'upcoming', n, 'USD', 0, 0,
       now() - make_interval(mins => n) FROM generate_series(1, 3000) AS n`,
    [sort.replace('_', '-')],
  );
  await catalog.pool.query('VACUUM ANALYZE hunts');
  const page = { sort, edgeId: null, limit: 26 };
  for (const isAscending of [true, false]) {
    const plan = await readQueryPlan(catalog.pool, (db) =>
      listHuntIds(
        { query: (text: string, values: unknown[]) => db.query({ text, values }) } as typeof db,
        { status: '', search: '' },
        { ...page, isAscending },
      ),
    );
    expect(plan.tablesRead).toEqual([]);
    expect(plan.rowsRead).toBeLessThanOrEqual(2 * 26);
  }
});

async function list(query: string) {
  return bodyOf(await ask(listStaffHunts.path + query), listStaffHunts.answer);
}

function ask(path: string) {
  return call(catalog.url + path, { token: adminToken(ADMIN_ID) });
}
