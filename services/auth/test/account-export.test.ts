import { randomUUID } from 'node:crypto';
import { exportAccounts, exportSelectedAccounts } from '@cairn/contracts/http/back-office.ts';
import { listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthUnderTest, startAuth } from './start-auth.ts';

const PART_SIZE = 5_000;
const ROWS = PART_SIZE + 3;
let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  await auth.pool.query(
    `INSERT INTO users (id, email, password_hash, first_name, status, created_at)
     SELECT gen_random_uuid(), 'user' || n || '@example.com', 'x', '=cmd()',
       CASE n WHEN 1 THEN 'suspended' ELSE 'active' END,
       timestamptz '2026-01-01Z' + make_interval(secs => n / 10)
     FROM generate_series(1, $1) AS n`,
    [ROWS],
  );
});
afterAll(() => auth.stop());

it('gives each account once, in parts, without formulas, and is in the activity log by part', async () => {
  const adminId = randomUUID();
  const parts: string[] = [];
  let last = '';
  for (let key: string | null = ''; key !== null; ) {
    const { csv, next }: { csv: string; next: string | null } = await ask({ key, adminId });
    parts.push(csv);
    if (next) last = next;
    key = next;
  }
  expect(parts).toHaveLength(2);
  const [header, ...lines] = parts.join('').trimEnd().split('\r\n');
  expect(header).toMatch(/^User ID,Email,First name/);
  expect(lines).toHaveLength(ROWS);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(ROWS);
  expect(lines.every((line) => line.includes(",'=cmd(),"))).toBe(true);
  const acts = (await auth.published()).filter(({ type }) => type === 'staff.acted');
  expect(acts.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      adminId,
      action: 'accounts_export',
      after: { status: '', from: '', to: '', startingAfter: '' },
    }),
    expect.objectContaining({
      action: 'accounts_export',
      after: { status: '', from: '', to: '', startingAfter: last },
    }),
  ]);
});

it.each([
  [exportAccounts.path, { token: adminToken() }],
  [listAccountsInternally.path, { isInternal: true }],
])('refuses to continue after a deleted account: %s', async (path, options) => {
  const { status, body } = await auth.call(`${path}?starting_after=${randomUUID()}`, options);
  const error = 'The list has changed. Start again.';
  expect({ status, body }).toMatchObject({ status: 409, body: { error } });
});

it('has the accounts of the filter only', async () => {
  const { csv } = await ask({ status: 'suspended' });
  expect(csv.trimEnd().split('\r\n').slice(1)).toHaveLength(1);
  expect((await ask({ search: 'user5000@' })).csv).toContain('user5000@example.com');
  expect((await ask({ search: 'unmatched' })).csv.trimEnd().split('\r\n')).toHaveLength(1);
});

type Ask = { key?: string; adminId?: string; status?: string; search?: string };

async function ask({ key = '', adminId, ...filter }: Ask) {
  const query = new URLSearchParams({ starting_after: key, ...filter });
  const token = adminToken(adminId);
  const { body } = await auth.call(`${exportAccounts.path}?${query}`, { token });
  return exportAccounts.answer.parse(body);
}

it('has the selected accounts only, and records their number', async () => {
  const adminId = randomUUID();
  const { rows } = await auth.pool.query('SELECT id FROM users ORDER BY created_at LIMIT 3');
  const ids = [...rows.map(({ id }) => id), randomUUID(), 'no id'];
  const { path, method } = exportSelectedAccounts;
  const call = (json: unknown, token = adminToken(adminId)) =>
    auth.call(path, { method, token, json });
  const { body } = await call({ ids });
  const lines = (body as { csv: string }).csv.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^User ID,Email/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
    rows.map(({ id }) => id).toReversed(),
  );
  const later = await call({ ids, with_header: false });
  expect((later.body as { csv: string }).csv.trimEnd().split('\r\n')).toHaveLength(3);
  expect((await call({ ids: [] })).status).toBe(400);
  const acts = (await auth.published()).map(({ data }) => data);
  expect(acts.at(-1)).toMatchObject({
    ...{ adminId, action: 'accounts_export', after: { selected: 3 } },
  });
});
