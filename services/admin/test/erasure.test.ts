import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

let database: TestDatabase;
let service: AdminUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startAdmin(database);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('the activities for an export', () => {
  it('are those about the user and those by the user', async () => {
    const [userId, adminId, other] = [randomUUID(), randomUUID(), randomUUID()];
    const about = actOf(adminId, userId);
    const by = actOf(userId, other);
    for (const act of [about, by, actOf(adminId, other)]) await deliver(service.bus, act);
    expect(await exported(userId)).toEqual([
      { id: about.id, ...(about.data as object) },
      // Changes of another user's data are not part of the export.
      { id: by.id, ...(by.data as object), before: null, after: null },
    ]);
  });
});

describe('P-4.6 user.deleted', () => {
  it('keeps the activity log, which contains ids only', async () => {
    const [userId, adminId] = [randomUUID(), randomUUID()];
    await deliver(service.bus, actOf(adminId, userId));
    const deletedAt = new Date().toISOString();
    await deliver(service.bus, makeEvent(userDeleted, { userId, version: 2, deletedAt }));
    expect(await service.activitiesOf(adminId)).toMatchObject([{ subject_id: userId }]);
    const { rowCount } = await service.pool.query('SELECT FROM erased_users WHERE user_id = $1', [
      userId,
    ]);
    expect(rowCount).toBe(1);
  });
});

let acts = 0;

/** Each is one second later than the previous one. */
function actOf(adminId: string, subjectId: string) {
  return makeEvent(staffActed, {
    adminId,
    action: 'account_view',
    subjectType: 'account',
    subjectId,
    before: { status: 'active' },
    after: { status: 'suspended' },
    at: new Date(Date.now() + 1_000 * acts++).toISOString(),
  });
}

async function exported(userId: string): Promise<unknown> {
  const path = exportActivities.path.replace(':userId', userId);
  const { body } = await service.call(path, { isInternal: true });
  return exportActivities.answer.parse(body).activities;
}
