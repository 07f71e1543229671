import { setPhone } from '@cairn/contracts/http/alerts.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { fromFreshAddress, givePhone, join, ownAlerts, putAlerts } from './preferences.ts';
import { clueIn, sendEverything } from './recipients.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

let count = 0;
const register = () => notification.register(`sms${count++}@example.com`);

async function ask(userId: string, phone: string) {
  const token = tokenFor({ userId });
  return call(notification.url + setPhone.path, {
    ...{ token, headers: fromFreshAddress(), json: { phone } },
  });
}

describe('the numbers that SMS may go to', () => {
  it('P-3.8 returns 400 for a country or type that is not allowed, and sends no code', async () => {
    const userId = await register();
    for (const number of ['+447912345678', '+18762101234', '+881612345678', '+19002345678']) {
      expect(await ask(userId, number)).toMatchObject({
        status: 400,
        body: { fields: { phone: expect.stringContaining('United States, Canada') } },
      });
    }
    expect(await ownAlerts(notification, userId)).toMatchObject({ phone: null });
  });

  it('P-3.8 sends no alerts to a number that was confirmed before its country was excluded', async () => {
    const userId = await register();
    const product_id = await join(notification, userId);
    const number = await givePhone(notification, userId, '+447912345678');
    const alerts = [{ product_id, email_alerts: false, sms_alerts: true }];
    expect((await putAlerts(notification, userId, { alerts })).status).toBe(200);
    await notification.deliver(clueIn(product_id));
    await sendEverything(notification);
    expect(await notification.mailsTo(number)).toEqual([]);
    const { rows } = await notification.context.pool.query(
      `SELECT state, last_error FROM deliveries WHERE user_id = $1 AND channel = 'sms'`,
      [userId],
    );
    const reason = 'SMS do not go to this country or type of number';
    expect(rows).toEqual([{ state: 'suppressed', last_error: reason }]);
  });
});
