import { randomUUID } from 'node:crypto';
import { exportContactMessages } from '@cairn/contracts/http/staff-contact.ts';
import {
  exportDeliveries,
  exportMailings,
  listDeliveries,
  listMailings,
} from '@cairn/contracts/http/staff-messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { seedRecipients } from './recipients.ts';
import { asStaff } from './staff.ts';

type Listed = { id: string; subject?: string; state: string };
type Page = { rows: Listed[]; pagination: Record<string, unknown> };

const ROWS = 6;
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification();
  const { pool } = notification.context;
  const ids = await seedRecipients(pool, 2, 'lists.example');
  // Two at a time have the same time of creation: their ids decide.
  await pool.query(
    `INSERT INTO mailings (created_by, subject, html, text, state, segment, created_at)
     SELECT 'admin', CASE WHEN n > 4 THEN '=News ' ELSE 'Report ' END || n, 'x', 'x',
       CASE n WHEN 1 THEN 'paused' ELSE 'finished' END, '{}', now() - make_interval(hours => n / 2)
     FROM generate_series(1, $1) AS n`,
    [ROWS],
  );
  await pool.query(
    `INSERT INTO deliveries (event_id, template, channel, user_id, state, last_error, created_at)
     SELECT gen_random_uuid(), 'receipt', CASE n WHEN 1 THEN 'sms' ELSE 'email' END, $1,
       CASE n WHEN 2 THEN 'failed' ELSE 'sent' END, '@reason', now() - make_interval(hours => n / 2)
     FROM generate_series(1, $2) AS n`,
    [ids[0], ROWS],
  );
});
afterAll(() => notification.stop());

describe.each([
  ['mailings', listMailings, exportMailings],
  ['deliveries', listDeliveries, exportDeliveries],
] as const)('the list of %s', (name, route, exportRoute) => {
  const list = async (query: string): Promise<Page> => {
    const { status, body } = await ask(route, '', query);
    expect(status).toBe(200);
    const { pagination, [name]: rows } = body as Record<string, unknown>;
    return { rows, pagination } as Page;
  };

  it('has pages by number and by key', async () => {
    const { rows: all, pagination } = await list('');
    expect(all).toHaveLength(ROWS);
    expect(pagination).toEqual({ page: 1, limit: 10, total: ROWS, pages: 1 });
    expect((await list('?limit=4&page=2')).rows).toEqual(all.slice(4));
    for (const [index, { id }] of all.entries()) {
      const after = await list(`?limit=2&count=limited&starting_after=${id}`);
      expect(after.rows).toEqual(all.slice(index + 1, index + 3));
      expect(after.pagination).toMatchObject({ has_next: index + 3 < ROWS, is_total_exact: true });
      const before = await list(`?limit=2&count=limited&ending_before=${id}`);
      expect(before.rows).toEqual(all.slice(Math.max(0, index - 2), index));
    }
    expect((await list('?limit=4&count=limited&last=true')).rows).toEqual(all.slice(2));
  });

  it('has its pages oldest first on request', async () => {
    const all = (await list('')).rows.toReversed();
    const oldest = '?direction=asc&limit=2&count=limited';
    expect((await list(oldest)).rows).toEqual(all.slice(0, 2));
    expect((await list(`${oldest}&starting_after=${all[1]?.id}`)).rows).toEqual(all.slice(2, 4));
    expect((await list(`${oldest}&ending_before=${all[4]?.id}`)).rows).toEqual(all.slice(2, 4));
    expect((await list(`${oldest}&last=true`)).rows).toEqual(all.slice(4));
  });

  it('is exported as CSV in its order, without formulas', async () => {
    const { rows } = await list('');
    const { csv, next } = (await ask(exportRoute)).body as { csv: string; next: string | null };
    const [, ...lines] = csv.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id));
    expect(csv).not.toMatch(/,[=@]/);
    expect(next).toBeNull();
    expect((await acts()).at(-1)).toMatchObject({ action: `${name}_export` });
  });
});

it('filters mailings by state and the beginning of their subject', async () => {
  const found = async (query: string) =>
    ((await ask(listMailings, '', query)).body as { mailings: Listed[] }).mailings;
  expect((await found('?state=paused')).map(({ subject }) => subject)).toEqual(['Report 1']);
  expect(await found('?search=%3DNEWS')).toHaveLength(2);
  expect(await found('?search=%25')).toEqual([]);
  const [first] = await found('');
  expect(await found(`?search=${first?.id}`)).toEqual([first]);
});

it('filters deliveries by user, state and channel', async () => {
  const found = async (query: string) =>
    ((await ask(listDeliveries, '', query)).body as { deliveries: Listed[] }).deliveries;
  expect(await found('?channel=sms')).toHaveLength(1);
  expect(await found('?state=failed')).toHaveLength(1);
  expect(await found('?user=member0@lists.example')).toHaveLength(ROWS);
  expect(await found('?user=member1@lists.example')).toEqual([]);
  expect((await ask(exportDeliveries, '', '?user=nobody@lists.example')).status).toBe(404);
});

const { ask, acts } = asStaff(() => notification, randomUUID());

it.each(['ASC', 'DESC'])('an index has the order of the deliveries, %s', async (order) => {
  const client = await notification.context.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const { rows } = await client.query(
      `EXPLAIN SELECT id FROM deliveries ORDER BY created_at ${order}, id ${order} LIMIT 2`,
    );
    expect(JSON.stringify(rows)).not.toContain('Sort');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

it.each([exportMailings, exportDeliveries, exportContactMessages])(
  'refuses to continue an export after a deleted row: $path',
  async (route) => {
    expect((await ask(route, '', `?starting_after=${randomUUID()}`)).status).toBe(409);
  },
);
