import { removePhone, setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAddress } from '../src/suppressions/suppression.ts';
import { insertSuppression } from '../src/suppressions/suppressions.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { messageKeys } from './message-keys.ts';
import {
  freshNumber,
  fromFreshAddress,
  givePhone,
  join,
  ownAlerts,
  putAlerts,
} from './preferences.ts';
import { sendEverything } from './recipients.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

let count = 0;
const register = () => notification.register(`phone${count++}@example.com`);

async function ask(userId: string, phone: unknown, headers = fromFreshAddress()) {
  const token = tokenFor({ userId });
  return call(notification.url + setPhone.path, { token, headers, json: { phone } });
}

async function enter(userId: string, code: unknown) {
  const token = tokenFor({ userId });
  return call(notification.url + verifyPhone.path, { token, json: { code } });
}

async function remove(userId: string) {
  const token = tokenFor({ userId });
  return call(notification.url + removePhone.path, { method: 'DELETE', token });
}

/** The codes sent by SMS, oldest first. */
async function codesTo(number: string): Promise<string[]> {
  await sendEverything(notification);
  const texts = await notification.mailsTo(number);
  return texts.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
}

const another = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a phone number', () => {
  it('is verified by the code that comes by SMS', async () => {
    const userId = await register();
    const number = freshNumber();
    const asked = await ask(
      userId,
      ` ${number.slice(2, 5)} ${number.slice(5, 8)}-${number.slice(8)}`,
    );
    expect(asked).toMatchObject({ status: 202, body: { message: expect.any(String) } });
    expect(await ownAlerts(notification, userId)).toMatchObject({
      phone: number,
      phoneVerified: false,
      pendingPhone: number,
    });
    const [code = ''] = await codesTo(number);
    expect(await enter(userId, another(code))).toMatchObject({ status: 400 });
    const answer = await enter(userId, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(answer).toMatchObject({ status: 200, body: { phone: number, phoneVerified: true } });
    expect(await ownAlerts(notification, userId)).toMatchObject({
      phone: number,
      phoneVerified: true,
      pendingPhone: null,
    });
    expect((await enter(userId, code)).status).toBe(400);
  });

  it('returns 400 for invalid input', async () => {
    const userId = await register();
    for (const phone of [
      '',
      '123',
      'call me',
      '+1 802 555 01234',
      '8'.repeat(5_000),
      7,
      null,
      {},
    ]) {
      expect(await ask(userId, phone)).toMatchObject({
        status: 400,
        body: { fields: { phone: 'Please enter a valid phone number' } },
      });
    }
    expect(await ownAlerts(notification, userId)).toMatchObject({ phone: null });
  });

  it('stays in use until the code of a new number is entered', async () => {
    const userId = await register();
    const old = await givePhone(notification, userId);
    const number = freshNumber();
    await ask(userId, number);
    expect(await ownAlerts(notification, userId)).toMatchObject({
      phone: old,
      phoneVerified: true,
      pendingPhone: number,
    });
    await enter(userId, (await codesTo(number))[0]);
    expect(await ownAlerts(notification, userId)).toMatchObject({
      phone: number,
      phoneVerified: true,
    });
  });

  it('is removed together with its alerts', async () => {
    const userId = await register();
    const product_id = await join(notification, userId);
    await givePhone(notification, userId);
    await putAlerts(notification, userId, {
      alerts: [{ product_id, email_alerts: true, sms_alerts: true }],
    });
    expect(await remove(userId)).toMatchObject({
      status: 200,
      body: {
        ...{ message: expect.any(String), phone: null, phoneVerified: false },
        alerts: [{ product_id, sms_alerts: false }],
      },
    });
    expect((await remove(userId)).status).toBe(200);
  });

  it('leaves no SMS alerts on when it is removed while they are turned on', async () => {
    const userId = await register();
    const product_id = await join(notification, userId);
    const alerts = [{ product_id, email_alerts: true, sms_alerts: true }];
    for (let turn = 0; turn < 10; turn++) {
      await givePhone(notification, userId);
      await Promise.all([
        putAlerts(notification, userId, { alerts }),
        remove(userId),
        putAlerts(notification, userId, { alerts }),
      ]);
      const { phone, alerts: kept } = await ownAlerts(notification, userId);
      expect({ phone, sms: kept[0]?.sms_alerts }).toEqual({ phone: null, sms: false });
    }
  });

  it('returns 409 after STOP and does not count towards a limit', async () => {
    const userId = await register();
    const number = freshNumber();
    const key = Buffer.from(messageKeys.shared.SUPPRESSION_KEY, 'base64');
    const addressHash = hashAddress(number, key);
    const tx = await notification.context.pool.connect();
    await insertSuppression(tx, { addressHash, channel: 'sms', cause: 'stop', userId: null });
    tx.release();
    const refused = await Promise.all(Array.from({ length: 7 }, () => ask(userId, number)));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
    await notification.context.pool.query('DELETE FROM suppressions WHERE address_hash = $1', [
      addressHash,
    ]);
    const sent = await Promise.all(Array.from({ length: 5 }, () => ask(userId, number)));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 202));
  });
});

describe('P-4.2 the code', () => {
  it('is not stored in the database, not even as a hash without a key', async () => {
    const userId = await register();
    const number = freshNumber();
    await ask(userId, number);
    const { rows } = await notification.context.pool.query(
      `SELECT to_jsonb(d) AS ledger, to_jsonb(c) AS kept FROM phone_codes c
       JOIN deliveries d USING (user_id) WHERE user_id = $1`,
      [userId],
    );
    const [code = ''] = await codesTo(number);
    expect(code).toMatch(/^\d{6}$/);
    const text = JSON.stringify(rows);
    // Matches the code as a whole word; six digits also occur inside ids, hashes and timestamps.
    expect(text.replaceAll(number, '')).not.toMatch(new RegExp(`(?<![\\w.])${code}(?!\\w)`));
    expect(rows[0].kept.code_hash).toMatch(/^\\x[0-9a-f]{64}$/);
  });

  it('is invalid after a newer one', async () => {
    const userId = await register();
    const number = freshNumber();
    await ask(userId, number);
    await ask(userId, number);
    const [first = '', second = ''] = await codesTo(number);
    if (first !== second) expect((await enter(userId, first)).status).toBe(400);
    expect((await enter(userId, second)).status).toBe(200);
  });

  it('is invalid after ten minutes', async () => {
    const userId = await register();
    const number = freshNumber();
    await ask(userId, number);
    const [code] = await codesTo(number);
    await notification.context.pool.query(
      `UPDATE phone_codes SET expires_at = now() WHERE user_id = $1`,
      [userId],
    );
    expect((await enter(userId, code)).status).toBe(400);
    expect(await ownAlerts(notification, userId)).toMatchObject({ phone: null });
  });

  it('of another user is invalid', async () => {
    const [userId, other] = [await register(), await register()];
    const numbers = [freshNumber(), freshNumber()] as const;
    await ask(userId, numbers[0]);
    await ask(other, numbers[1]);
    const [code = ''] = await codesTo(numbers[0]);
    const [codeOfOther = ''] = await codesTo(numbers[1]);
    if (code !== codeOfOther) expect((await enter(other, code)).status).toBe(400);
    expect((await enter(userId, code)).status).toBe(200);
  });

  it.each([null, 7, '', {}, 'x'.repeat(1_000), '123456\0'])(
    'returns 400 for invalid input (%#)',
    async (code) => {
      const userId = await register();
      await ask(userId, freshNumber());
      expect((await enter(userId, code)).status).toBe(400);
    },
  );

  it('confirms the number when several calls send it concurrently', async () => {
    const userId = await register();
    const number = freshNumber();
    await ask(userId, number);
    const [code] = await codesTo(number);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(userId, code)));
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.length).toBeLessThan(5);
    expect(others.every(({ status }) => status === 400)).toBe(true);
    expect(await ownAlerts(notification, userId)).toMatchObject({
      phone: number,
      phoneVerified: true,
    });
  });

  it('P-5.2 P-5.4 allows five tries, counted before the comparison, then returns 429', async () => {
    const userId = await register();
    const number = freshNumber();
    await ask(userId, number);
    const [code = ''] = await codesTo(number);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => enter(userId, another(code))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(refused).toHaveLength(25);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('ratelimit-remaining')).toBe('0');
    expect((await enter(userId, code)).status).toBe(429);
    await ask(userId, number);
    expect((await enter(userId, (await codesTo(number)).at(-1))).status).toBe(200);
  });
});

describe('P-5.2 the limit of SMS', () => {
  const statusesOf = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  it('is 5 an hour for one user', async () => {
    const userId = await register();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(userId, freshNumber())));
    expect(statusesOf(answers)).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  it('is 5 an hour to one number, from all users together', async () => {
    const number = freshNumber();
    const users = await Promise.all(Array.from({ length: 7 }, register));
    const answers = await Promise.all(users.map((userId) => ask(userId, number)));
    expect(statusesOf(answers)).toEqual([202, 202, 202, 202, 202, 429, 429]);
  });

  it('P-4.6 stores no phone number in Redis', async () => {
    const number = freshNumber();
    await ask(await register(), number);
    const keys = await notification.context.redis.keys('limit:sms-number:*');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.includes(number.slice(1)))).toEqual([]);
  });

  it('is 20 an hour from one address, without calls that another limit refuses', async () => {
    const headers = fromFreshAddress();
    const busy = await register();
    for (let turn = 0; turn < 8; turn++) await ask(busy, freshNumber(), headers);
    const users = await Promise.all(Array.from({ length: 17 }, register));
    const answers = await Promise.all(users.map((userId) => ask(userId, freshNumber(), headers)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(15);
  });
});
