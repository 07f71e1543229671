import { randomUUID } from 'node:crypto';
import { exportClaims, listClaims } from '@cairn/contracts/http/staff-claims.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HANDLE, startSeeded } from './claims.ts';
import { bodyOf } from './staff.ts';
import { type Catalog, getSnapshot } from './start-catalog.ts';

let catalog: Catalog;
let huntId: string;

beforeAll(async () => {
  catalog = await startSeeded();
  huntId = (await getSnapshot(catalog.url, HANDLE)).product.id;
  await catalog.pool.query(
    `INSERT INTO claims (hunt_id, secret_hmac, code_hmac, state, note, decided_at, created_at,
       frozen_prize_cents)
     SELECT $1, sha256(n::text::bytea), sha256('code'), CASE n WHEN 5 THEN 'open' ELSE 'rejected' END,
       '=cmd()', CASE WHEN n < 5 THEN now() END, now() - make_interval(hours => n), 100
     FROM generate_series(1, 5) AS n`,
    [huntId],
  );
});
afterAll(() => catalog.stop());

it('has pages by key in both directions', async () => {
  const { claims: all } = await list('');
  expect(all).toHaveLength(5);
  const after = await list(`?limit=2&count=limited&starting_after=${all[0]?.id}`);
  expect(after.claims).toEqual(all.slice(1, 3));
  expect(after.pagination).toMatchObject({ total: 5, has_previous: true, has_next: true });
  const before = await list(`?limit=2&count=limited&ending_before=${all[2]?.id}`);
  expect(before.claims).toEqual(all.slice(0, 2));
  expect(before.pagination).toMatchObject({ has_previous: false, has_next: true });
  const last = await list('?limit=2&count=limited&last=true');
  expect(last.claims).toEqual(all.slice(3));
  const oldest = await list(`?direction=asc&limit=2&count=limited&starting_after=${all[3]?.id}`);
  expect(oldest.claims).toEqual([all[2], all[1]]);
});

it('is filtered by state, hunt and id', async () => {
  const [newest] = (await list('')).claims;
  expect((await list('?state=open')).claims).toHaveLength(1);
  expect((await list(`?hunt=${huntId}`)).claims).toHaveLength(5);
  expect((await list(`?hunt=${newest?.id}`)).claims).toEqual([]);
  expect((await list(`?search=${newest?.id}`)).claims).toEqual([newest]);
});

it('is exported as CSV, without formulas', async () => {
  const url = `${catalog.url}${exportClaims.path}?state=rejected`;
  const answer = await call(url, { token: adminToken() });
  const { csv, next } = bodyOf(answer, exportClaims.answer);
  const [header, ...lines] = csv.trimEnd().split('\r\n');
  expect(header).toMatch(/^ID,Hunt,State/);
  expect(lines).toHaveLength(4);
  expect(lines.every((line) => line.endsWith(",'=cmd()"))).toBe(true);
  expect(next).toBeNull();
});

it('P-4.6 is exported without the free text of the filter in the log', async () => {
  const text = 'eve@example.com';
  const url = `${catalog.url}${exportClaims.path}?hunt=${text}&search=${text}&state=open`;
  const adminId = randomUUID();
  await call(url, { token: adminToken(adminId) });
  const { rows } = await catalog.pool.query(`SELECT data FROM outbox WHERE data->>'adminId' = $1`, [
    adminId,
  ]);
  expect(rows[0]?.data.after).toMatchObject({ state: 'open', hunt: null, claim: null });
  expect(JSON.stringify(rows)).not.toContain(text);
});

async function list(query: string) {
  const answer = await call(`${catalog.url}${listClaims.path}${query}`, { token: adminToken() });
  return bodyOf(answer, listClaims.answer);
}
