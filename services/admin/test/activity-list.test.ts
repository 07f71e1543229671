import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import type {
  Activity,
  listActingAdmins,
  listActivities,
} from '@cairn/contracts/http/staff-activity.ts';
import { findPeople } from '@cairn/contracts/internal/auth.ts';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

const ada = { id: randomUUID(), email: 'ada@example.com', first_name: 'Ada', last_name: null };
const gone = randomUUID();
const token = tokenFor({ userId: ada.id, isAdmin: true });
const player = tokenFor({ userId: randomUUID() });

/** Oldest first. */
const ACTS = [
  act(ada.id, 'account_view', '2026-02-01T23:59:59.999Z'),
  act(ada.id, 'account_update', '2026-02-02T00:00:00.000Z'),
  act(gone, 'account_update', '2026-02-02T12:00:00.000Z'),
  act(gone, 'account_delete', '2026-02-02T23:59:59.999Z'),
  act(ada.id, 'account_view', '2026-02-03T00:00:00.000Z'),
];

let database: TestDatabase;
let auth: StubServer;
let service: AdminUnderTest;

beforeAll(async () => {
  [database, auth] = await Promise.all([createTestDatabase(), startStubServer()]);
  auth.answer(findPeople, ({ body }) => ({
    people: [ada].filter(({ id }) => body.ids.includes(id)),
  }));
  service = await startAdmin(database, { AUTH_URL: auth.url });
  for (const each of ACTS) await deliver(service.bus, each);
});
afterAll(async () => {
  await service.stop();
  await auth.stop();
  await database.drop();
});

describe('the activity log', () => {
  it('is newest first, with each admin, who is requested once', async () => {
    const { activities, pagination } = await list('');
    expect(activities.map(({ id }) => id)).toEqual(idsOf(4, 3, 2, 1, 0));
    expect(pagination).toEqual({ page: 1, limit: 10, total: 5, pages: 1 });
    expect(activities[0]).toEqual({
      id: ACTS[4]?.id,
      admin_id: ada.id,
      admin_email: 'ada@example.com',
      first_name: 'Ada',
      last_name: null,
      action: 'account_view',
      created_at: '2026-02-03T00:00:00.000Z',
      details: {
        subject: { type: 'account', id: 'someone' },
        before: { status: 'active' },
        after: { status: 'suspended' },
      },
    });
    expect(activities[1]).toMatchObject({ admin_id: gone, admin_email: null, first_name: null });
    expect(auth.calls.at(-1)?.body).toEqual({ ids: [ada.id, gone] });
  });

  it.each([
    ['?limit=2&page=2', idsOf(2, 1), 5],
    ['?limit=2&page=3', idsOf(0), 5],
    ['?page=1000000&limit=100', [], 5],
    [`?admin=${ada.id}`, idsOf(4, 1, 0), 3],
    ['?action=account_update', idsOf(2, 1), 2],
    ['?day=2026-02-02', idsOf(3, 2, 1), 3],
    [`?day=2026-02-02&admin=${gone}&action=account_delete`, idsOf(3), 1],
    ['?day=0000-01-01', [], 0],
    ['?admin=unknown', [], 0],
    [`?action=${encodeURIComponent("' OR true --")}`, [], 0],
  ])('%s', async (query, expected, total) => {
    const { activities, pagination } = await list(query);
    expect(activities.map(({ id }) => id)).toEqual(expected);
    expect(pagination.total).toBe(total);
  });

  it.each(['?day=yesterday', '?day=2026-02-30', '?page=0', '?limit=101'])(
    'refuses %s',
    async (query) => {
      expect((await service.call(`/api/admin/activity${query}`, { token })).status).toBe(400);
    },
  );

  it('returns one activity', async () => {
    const { activities } = await list('');
    const { status, body } = await service.call(`/api/admin/activity/${ACTS[1]?.id}`, { token });
    expect(status).toBe(200);
    expect(body).toEqual(activities[3]);
    for (const id of [randomUUID(), 'invalid', '%27']) {
      const answer = await service.call(`/api/admin/activity/${id}`, { token });
      expect(answer).toMatchObject({ status: 404, body: { error: 'No activity data found.' } });
    }
  });

  it('has pages by key, and a limited count', async () => {
    const all = (await list('?limit=100')).activities;
    const after = await list(`?limit=2&count=limited&starting_after=${all[0]?.id}`);
    expect(after.activities).toEqual(all.slice(1, 3));
    expect(after.pagination).toMatchObject({ has_previous: true, has_next: true, total: 5 });
    const last = await list('?limit=2&count=limited&last=true');
    expect(last.activities).toEqual(all.slice(3));
    expect(last.pagination).toMatchObject({ has_previous: true, has_next: false });
    const before = await list(`?limit=2&count=limited&ending_before=${all[3]?.id}`);
    expect(before.activities).toEqual(all.slice(1, 3));
    const oldest = await list('?direction=asc&limit=2&count=limited');
    expect(oldest.activities).toEqual([all[4], all[3]]);
  });

  it('finds by the id of the subject', async () => {
    expect((await list('?subject=someone')).activities).toHaveLength(ACTS.length);
    expect((await list(`?subject=${randomUUID()}`)).activities).toEqual([]);
  });

  it('is exported as CSV in the same order, without formulas', async () => {
    const { status, body } = await service.call('/api/admin/activity-export', { token });
    expect(status).toBe(200);
    const { csv, next } = body as { csv: string; next: string | null };
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toBe('ID,Time,Action,Admin ID,Admin,Details');
    const all = (await list('?limit=100')).activities;
    expect(lines.map((line) => line.split(',')[0])).toEqual(all.map(({ id }) => id));
    expect(next).toBeNull();
    expect((await service.call('/api/admin/activity-export', { token: player })).status).toBe(403);
  });

  it('P-4.6 is exported without the free text of the filter in the log', async () => {
    const text = 'eve@example.com';
    const query = `?admin=${text}&action=${text}&subject=${text}&day=2026-02-02`;
    await service.call(`/api/admin/activity-export${query}`, { token });
    const exports = (await listUnpublished(service.pool, 100)).map(({ data }) => data);
    expect(exports.at(-1)).toMatchObject({
      action: 'activities_export',
      after: { admin: null, subject: null, day: '2026-02-02' },
    });
    expect(JSON.stringify(exports)).not.toContain(text);
  });

  it('lists every admin with activities, also deleted ones', async () => {
    const { status, body } = await service.call('/api/admin/activity-admins', { token });
    expect(status).toBe(200);
    const deletedAdmin = { id: gone, email: null, first_name: null, last_name: null };
    const { admins } = body as z.infer<typeof listActingAdmins.answer>;
    expect(admins).toHaveLength(2);
    expect(admins).toEqual(expect.arrayContaining([ada, deletedAdmin]));
  });

  it('is for admins only', async () => {
    for (const path of [
      '/api/admin/activity',
      '/api/admin/activity-admins',
      `/api/admin/activity/${ACTS[1]?.id}`,
    ]) {
      expect((await service.call(path)).status).toBe(401);
      expect((await service.call(path, { token: player })).status).toBe(403);
    }
  });
});

function act(adminId: string, action: string, at: string) {
  return makeEvent(staffActed, {
    adminId,
    action,
    subjectType: 'account',
    subjectId: 'someone',
    before: { status: 'active' },
    after: { status: 'suspended' },
    at,
  });
}

function idsOf(...indices: number[]): string[] {
  return indices.map((index) => ACTS[index]?.id ?? '');
}

async function list(query: string) {
  const { status, body } = await service.call(`/api/admin/activity${query}`, { token });
  expect(status).toBe(200);
  return body as z.infer<typeof listActivities.answer> & { activities: Activity[] };
}
