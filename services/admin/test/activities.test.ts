import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

let database: TestDatabase;
let admin: AdminUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await startAdmin(database);
});
afterAll(async () => {
  await admin.stop();
  await database.drop();
});

describe('the activity log', () => {
  const act = {
    adminId: randomUUID(),
    action: 'account_update',
    subjectType: 'account',
    subjectId: null,
    before: { status: 'active', "quote's": [1, { deep: null }] },
    after: { status: 'suspended' },
    at: '2026-02-03T04:05:06.789Z',
  };

  it('contains staff actions of other services with their changes', async () => {
    const event = makeEvent(staffActed, act);
    const handedOver = { json: event, isInternal: true };
    expect(await admin.call('/internal/events', handedOver)).toMatchObject({ status: 200 });
    await deliver(admin.bus, event);
    expect(await admin.activitiesOf(act.adminId)).toMatchObject([
      {
        id: event.id,
        action: 'account_update',
        subject_id: null,
        before: act.before,
        after: act.after,
        acted_at: new Date(act.at),
      },
    ]);
  });

  it('contains a replayed staff action once, also after the inbox was purged', async () => {
    const event = makeEvent(staffActed, { ...act, adminId: randomUUID() });
    await deliver(admin.bus, event);
    await admin.pool.query('DELETE FROM inbox WHERE event_id = $1', [event.id]);
    await deliver(admin.bus, event);
    expect(await admin.activitiesOf(event.key)).toHaveLength(1);
    const { rows } = await admin.pool.query('SELECT 1 FROM parked_events');
    expect(rows).toEqual([]);
  });

  it.each([
    "UPDATE activities SET action = 'nothing'",
    'DELETE FROM activities',
    'TRUNCATE activities',
  ])('refuses %s', async (sql) => {
    const event = makeEvent(staffActed, { ...act, adminId: randomUUID() });
    await deliver(admin.bus, event);
    await expect(admin.pool.query(sql)).rejects.toThrow('activities are only ever added');
    expect(await admin.activitiesOf(event.key)).toMatchObject([{ action: 'account_update' }]);
  });
});
