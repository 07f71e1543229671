import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { getAlerts, setPhone } from '@cairn/contracts/http/alerts.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import { liftSuppression } from '@cairn/contracts/http/staff-messages.ts';
import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken, tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAddress } from '../src/suppressions/suppression.ts';
import { createUnsubscribeToken, unsubscribeUrl } from '../src/unsubscribe/unsubscribe-token.ts';
import { type Notification, startNotification } from './harness.ts';
import { messageKeys } from './message-keys.ts';
import {
  causesOf,
  freshNumber,
  fromFreshAddress,
  givePhone,
  join,
  ownAlerts,
} from './preferences.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
const suppressionKey = Buffer.from(messageKeys.shared.SUPPRESSION_KEY, 'base64');
const unsubscribeKey = Buffer.from(messageKeys.shared.UNSUBSCRIBE_KEY, 'base64');

async function suppress(address: string, userId: string | null, ...causes: string[]) {
  for (const cause of causes) {
    await pool().query(
      `INSERT INTO suppressions (address_hash, channel, cause, user_id) VALUES ($1, $2, $3, $4)`,
      [hashAddress(address, suppressionKey), cause === 'stop' ? 'sms' : 'email', cause, userId],
    );
  }
}

function linkOf(email: string, userId: string | null): string {
  const addressHash = hashAddress(email, suppressionKey);
  const token = createUnsubscribeToken({ addressHash, userId }, unsubscribeKey);
  return unsubscribeUrl(notification.url, token);
}

/** A user with a row in every table. */
async function person(email: string) {
  const userId = await notification.register(email);
  await join(notification, userId);
  const number = await givePhone(notification, userId);
  const pending = freshNumber();
  const headers = fromFreshAddress();
  const phone = await call(notification.url + setPhone.path, {
    token: tokenFor({ userId }),
    headers,
    json: { phone: pending },
  });
  expect(phone.status).toBe(202);
  const contact = await call(notification.url + sendContactMessage.path, {
    headers,
    json: { name: 'Quaint Name', email, message: 'A quaint question' },
  });
  expect(contact.status).toBe(200);
  await suppress(email, userId, 'unsubscribe', 'bounce');
  await suppress(number, null, 'stop');
  return { userId, email, number, pending };
}

async function eraseUser(userId: string): Promise<void> {
  const deletedAt = new Date().toISOString();
  await notification.deliver(makeEvent(userDeleted, { userId, version: 2, deletedAt }));
}

async function exported(userId: string) {
  const path = exportMessages.path.replace(':userId', userId);
  const { body } = await call(notification.url + path, { isInternal: true });
  return exportMessages.answer.parse(body);
}

describe('P-4.6 the erasure of a user', () => {
  it('deletes phone, code, preferences, memberships, suppressions by choice and messages', async () => {
    const { userId, email, number, pending } = await person('all@quaint.example');
    await eraseUser(userId);
    for (const text of [email, number, pending, 'Quaint Name', 'quaint question']) {
      expect(await findText(pool(), text)).toEqual([]);
    }
    const tables = ['phones', 'phone_codes', 'alert_preferences', 'places', 'suppressions'];
    for (const table of tables) {
      const { rows } = await pool().query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId]);
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    expect(await exported(userId)).toMatchObject({ phone: null, contact_messages: [] });
  });

  it('keeps only hashed bounces and spam reports, which also apply to the next owner of the address', async () => {
    const { userId, email, number } = await person('next@quaint.example');
    await suppress(email, userId, 'spam', 'drop');
    await eraseUser(userId);
    expect(await causesOf(notification, email)).toEqual(['bounce', 'drop', 'spam']);
    expect(await causesOf(notification, number)).toEqual([]);
    const next = await notification.register(email);
    expect(await ownAlerts(notification, next)).toMatchObject({
      emailSuppressed: true,
      emailSuppressedBy: 'spam',
      alerts: [],
    });
  });

  it('deletes an unsubscribe, and an old unsubscribe link does not restore the user id', async () => {
    const email = 'fresh@quaint.example';
    const userId = await notification.register(email);
    const link = linkOf(email, userId);
    await call(link, { raw: '' });
    expect(await causesOf(notification, email)).toEqual(['unsubscribe']);
    await eraseUser(userId);
    expect(await causesOf(notification, email)).toEqual([]);
    await call(link, { raw: '' });
    const { rows } = await pool().query('SELECT 1 FROM suppressions WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('prevents new data from a token that is still valid', async () => {
    const userId = await notification.register('late@quaint.example');
    await eraseUser(userId);
    const token = tokenFor({ userId });
    const url = notification.url + setPhone.path;
    const answer = await call(url, {
      token,
      headers: fromFreshAddress(),
      json: { phone: freshNumber() },
    });
    expect(answer.status).toBe(401);
    expect((await call(notification.url + getAlerts.path, { token })).body).toMatchObject({
      phone: null,
      pendingPhone: null,
    });
  });

  it('leaves the data of other users', async () => {
    const stays = await person('stays@quaint.example');
    await eraseUser((await person('goes@quaint.example')).userId);
    const { phone, pending_phone, contact_messages, suppressions } = await exported(stays.userId);
    expect({ phone, pending_phone }).toEqual({ phone: stays.number, pending_phone: stays.pending });
    expect(contact_messages).toMatchObject([{ message: 'A quaint question' }]);
    expect(suppressions.map(({ cause }) => cause).toSorted()).toEqual([
      'bounce',
      'stop',
      'unsubscribe',
    ]);
  });
});

describe('lifting a suppression', () => {
  const adminId = randomUUID();

  async function lift(userId: string) {
    return call(notification.url + liftSuppression.path.replace(':userId', userId), {
      method: 'DELETE',
      token: adminToken(adminId),
    });
  }

  it('deletes bounces, drops and spam reports, but no unsubscribe', async () => {
    const email = 'lifted@quaint.example';
    const userId = await notification.register(email);
    await suppress(email, userId, 'bounce', 'spam', 'drop', 'unsubscribe');
    await drainOutbox(pool(), createMemoryBus());
    expect(await lift(userId)).toMatchObject({
      status: 200,
      body: { message: 'Mail goes to this address again.' },
    });
    expect(await causesOf(notification, email)).toEqual(['unsubscribe']);
    const events = await drainOutbox(pool(), createMemoryBus());
    expect(events).toMatchObject([
      {
        type: 'staff.acted',
        data: { adminId, action: 'suppression_lift', subjectType: 'user', subjectId: userId },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(email);
    expect((await lift(userId)).body).toEqual({ message: 'Nothing was held back.' });
    expect(await drainOutbox(pool(), createMemoryBus())).toEqual([]);
  });

  it.each([randomUUID(), 'unknown'])('returns 404 for an unknown user (%#)', async (userId) => {
    expect((await lift(userId)).status).toBe(404);
  });
});
