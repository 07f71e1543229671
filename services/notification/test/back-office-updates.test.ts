import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { join } from './preferences.ts';

let notification: Notification;
let owner: Pool;
/** The role that the SQL tool updates with. */
let updater: Pool;
let userId: string;

beforeAll(async () => {
  notification = await startNotification();
  owner = notification.context.pool;
  const { updater: url } = notification.database.sqlUrls;
  updater = createPool({ url, schema: 'backoffice', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await updater.end();
  await notification.stop();
});
beforeEach(async () => {
  userId = await notification.register(`${randomUUID()}@example.com`);
  await join(notification, userId);
});

const set = (assignment: string) =>
  updater.query(`UPDATE alert_preferences SET ${assignment} WHERE user_id = $1 RETURNING *`, [
    userId,
  ]);

describe('an UPDATE of alert preferences by the SQL tool', () => {
  it('turns email alerts on and off, and SMS alerts off', async () => {
    await owner.query('UPDATE alert_preferences SET sms_alerts = true WHERE user_id = $1', [
      userId,
    ]);
    const { rows } = await set('sms_alerts = false, email_alerts = false');
    expect(rows).toMatchObject([{ sms_alerts: false, email_alerts: false }]);
    expect((await set('email_alerts = true')).rows).toMatchObject([
      { sms_alerts: false, email_alerts: true },
    ]);
  });

  it('cannot turn SMS alerts on without the consent of the user', async () => {
    await expect(set('sms_alerts = true')).rejects.toThrow('SMS alerts can only be switched off');
    await expect(set('sms_alerts = NULL')).rejects.toThrow('Alerts are true or false');
  });

  it('changes no preference of a former member', async () => {
    await owner.query('UPDATE alert_preferences SET is_member = false WHERE user_id = $1', [
      userId,
    ]);
    await expect(set('email_alerts = false')).rejects.toThrow('This user is not in that hunt');
  });

  it.each(['is_member = true', "handle = 'x'", 'last_notified_at = NULL'])(
    'P-6.1 is denied by the privileges of the role: %s',
    async (assignment) => {
      await expect(set(assignment)).rejects.toThrow('permission denied');
    },
  );
});
