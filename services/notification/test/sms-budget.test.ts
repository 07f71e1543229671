import { randomUUID } from 'node:crypto';
import { setPhone } from '@cairn/contracts/http/alerts.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { freshNumber, fromFreshAddress, givePhone } from './preferences.ts';
import { clueIn, emptyLedger, seedMembers, seedRecipients, sendEverything } from './recipients.ts';

let notification: Notification;
let huntId = '';
let sent: string[] = [];

beforeAll(async () => {
  // A separate Redis database, since the budget has one key.
  const redisUrl = new URL('/9', getInfrastructure().redisUrl).href;
  const limits = {
    'sms-hour': { points: 6 },
    'sms-day': { points: 100 },
    'sms-code-hour': { points: 4 },
    'sms-code-day': { points: 100 },
  };
  const texts = {
    send: async ({ to }: { to: string }) => {
      sent.push(to);
      return { kind: 'sent' as const, providerMessageId: 'SM1' };
    },
  };
  notification = await startNotification({ texts }, { redisUrl, limits });
});
afterAll(() => notification.stop());
beforeEach(async () => {
  huntId = randomUUID();
  await emptyBudget();
  await emptyLedger(notification.context.pool);
  sent = [];
});

let count = 0;
async function requestCode() {
  const userId = await notification.register(`budget${count++}@example.com`);
  return call(notification.url + setPhone.path, {
    ...{ token: tokenFor({ userId }), headers: fromFreshAddress() },
    json: { phone: freshNumber() },
  });
}

/** Simulates the end of the window. */
async function emptyBudget(): Promise<void> {
  const { redis } = notification.context;
  const windows = ['sms-hour', 'sms-day', 'sms-code-hour', 'sms-code-day'];
  await redis.del(windows.map((window) => `limit:${window}:all`));
}

/** Members of the hunt with SMS alerts only. */
async function seedTextMembers(members: number): Promise<void> {
  const { pool } = notification.context;
  const ids = await seedRecipients(pool, members, 'budget.example');
  await seedMembers(pool, ids, huntId);
  for (const id of ids) await givePhone(notification, id);
  await pool.query('UPDATE alert_preferences SET email_alerts = false, sms_alerts = true');
}

async function listTextAlerts() {
  const { rows } = await notification.context.pool.query(
    `SELECT state, last_error, next_try_at > now() + interval '10 minutes' AS waits
     FROM deliveries WHERE channel = 'sms' AND template = 'clue_published' ORDER BY state`,
  );
  return rows;
}

describe('P-3.8 the SMS budget', () => {
  it('P-3.8 refuses codes with 429 when their share is used up, and leaves the rest to alerts', async () => {
    const answers = [];
    for (let turn = 0; turn < 6; turn++) answers.push(await requestCode());
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 429, 429]);
    const refused = answers.at(-1);
    expect(refused?.body).toMatchObject({
      error: expect.stringMatching(
        /^We cannot send more text messages now\. Please try again in \d+ minutes\.$/,
      ),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);

    await sendEverything(notification);
    sent = [];
    await seedTextMembers(3);
    await notification.deliver(clueIn(huntId));
    await sendEverything(notification);
    expect(sent).toHaveLength(2);
    const alerts = await listTextAlerts();
    expect(alerts.map(({ state }) => state)).toEqual(['pending', 'sent', 'sent']);
    expect(alerts[0]).toMatchObject({ last_error: 'the SMS budget is used up', waits: true });
  });

  it('P-3.8 postpones alerts until the window ends, and then sends them', async () => {
    await seedTextMembers(8);
    await notification.deliver(clueIn(huntId));
    await sendEverything(notification);
    expect(sent).toHaveLength(6);
    expect((await requestCode()).status).toBe(429);
    await emptyBudget();
    await sendEverything(notification);
    expect(new Set(sent).size).toBe(8);
  });

  it('P-2.8 exports the used share of the budget', async () => {
    for (let turn = 0; turn < 3; turn++) await requestCode();
    const metrics = await notification.context.metrics.registry.metrics();
    expect(metrics).toMatch(/^sms_budget_hour_used_ratio\{.*\} 0\.5$/m);
    expect(metrics).toMatch(/^sms_budget_day_used_ratio\{.*\} 0\.03$/m);
  });
});
