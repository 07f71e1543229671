import { randomUUID } from 'node:crypto';
import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { emailRequested, userDeleted, userUpdated } from '@cairn/contracts/events/users.ts';
import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertDelivery } from '../src/deliveries/deliveries.store.ts';
import type { Mail, SendOutcome } from '../src/providers/mail-provider.ts';
import { type Notification, startNotification } from './harness.ts';

const sent: Mail[] = [];
const SENT: SendOutcome = { kind: 'sent', providerMessageId: null };
let answer: () => Promise<SendOutcome> = async () => SENT;
let notification: Notification;

beforeAll(async () => {
  const provider = {
    send(mail: Mail) {
      sent.push(mail);
      return answer();
    },
    sendBatch: () => answer(),
  };
  notification = await startNotification({ provider });
});
afterAll(() => notification.stop());
beforeEach(() => {
  sent.length = 0;
  answer = async () => SENT;
});

describe('P-4.6 a deleted user', () => {
  it('gets only the mail that confirms the deletion, and then the address is not stored any more', async () => {
    const email = 'gone@example.com';
    const userId = await notification.register(email);
    await notification.deliver(purchaseOf(userId));
    await notification.deliver(mailFor(userId, email, 'account_exists'));
    await notification.deliver(mailFor(userId, email, 'account_deleted'));
    await notification.deliver(deleted(userId));
    expect(await statesOf(userId)).toEqual({
      receipt: 'failed',
      account_exists: 'failed',
      account_deleted: 'pending',
    });
    expect(await findText(pool(), email)).toEqual(['notification.deliveries']);
    await sendAll(userId);
    expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: email, subject: 'Your Cairn account is deleted' },
    ]);
    expect(await findText(pool(), email)).toEqual([]);
    expect(await exported(userId)).toMatchObject({ recipient: null, alerts: [] });
  });

  it('leaves no address in a mail that had no account', async () => {
    const email = 'wrote@example.com';
    const userId = await notification.register(email);
    await inTransaction(pool(), (tx) =>
      insertDelivery(tx, {
        eventId: randomUUID(),
        template: 'contact_copy',
        userId: null,
        address: 'Wrote@example.com',
        variables: { contactMessageId: randomUUID() },
        sealedToken: null,
        expiresAt: null,
        traceparent: null,
      }),
    );
    await notification.deliver(deleted(userId));
    expect(await findText(pool(), 'rote@example.com')).toEqual([]);
  });

  it('is not restored by late events', async () => {
    const email = 'late@example.com';
    const userId = await notification.register(email);
    await notification.deliver(deleted(userId));
    await notification.deliver(
      makeEvent(userUpdated, {
        userId,
        version: 9,
        email,
        firstName: 'Lee',
        lastName: null,
        emailVerified: true,
        status: 'active',
      }),
    );
    await notification.deliver(purchaseOf(userId));
    await notification.deliver(mailFor(userId, email, 'account_exists'));
    expect(await findText(pool(), email)).toEqual([]);
    expect(await exported(userId)).toEqual({
      recipient: null,
      phone: null,
      pending_phone: null,
      alerts: [],
      suppressions: [],
      contact_messages: [],
      deliveries: [],
    });
  });

  it('gets no retry of a mail that was being sent at the deletion', async () => {
    const email = 'flying@example.com';
    const userId = await notification.register(email);
    await notification.deliver(mailFor(userId, email, 'account_exists'));
    answer = async () => {
      await notification.deliver(deleted(userId));
      return { kind: 'retry', error: 'status 429', waitSeconds: 0 };
    };
    await sendAll(userId);
    expect(await statesOf(userId)).toEqual({ account_exists: 'pending' });
    expect(await findText(pool(), email)).toEqual([]);
    await sendAll(userId);
    expect(sent).toHaveLength(1);
    expect(await statesOf(userId)).toEqual({ account_exists: 'failed' });
  });

  it('leaves the data of other users', async () => {
    const stays = await notification.register('stays@example.com');
    await notification.deliver(purchaseOf(stays));
    await notification.deliver(deleted(randomUUID()));
    expect(await exported(stays)).toMatchObject({
      recipient: { email: 'stays@example.com' },
      alerts: [{ email_alerts: true }],
      deliveries: [{ template: 'receipt', state: 'pending' }],
    });
  });
});

describe('the messages in a data export', () => {
  it('contain no token, not even a sealed one', async () => {
    const email = 'sealed@example.com';
    const userId = await notification.register(email);
    await notification.deliver(mailFor(userId, email, 'verification', 'sealed-bytes'));
    expect(await findText(pool(), 'sealed-bytes')).toEqual(['notification.deliveries']);
    const messages = await exported(userId);
    expect(messages.deliveries).toMatchObject([{ template: 'verification', about: {} }]);
    expect(JSON.stringify(messages)).not.toMatch(/sealed-bytes|token/);
  });
});

const pool = () => notification.context.pool;

function deleted(userId: string) {
  return makeEvent(userDeleted, { userId, version: 2, deletedAt: new Date().toISOString() });
}

function mailFor(
  userId: string,
  email: string,
  template: 'account_exists' | 'account_deleted' | 'verification',
  sealedToken: string | null = null,
) {
  return makeEvent(emailRequested, { userId, email, template, sealedToken, expiresAt: null });
}

function purchaseOf(userId: string) {
  return makeEvent(purchaseRecorded, {
    purchaseId: randomUUID(),
    userId,
    productId: randomUUID(),
    version: 1,
    productTitle: 'The Vermont Troll',
    handle: 'vt-troll-hunt',
    region: 'Vermont',
    amountCents: 2000,
    currency: 'USD',
    bonusCents: 1000,
    paymentIntentId: 'pi_1',
    recordedAt: new Date().toISOString(),
  });
}

async function deliveriesOf(userId: string): Promise<{ id: string; template: string }[]> {
  const { rows } = await pool().query('SELECT * FROM deliveries WHERE user_id = $1', [userId]);
  return rows;
}

async function sendAll(userId: string): Promise<void> {
  for (const { id } of await deliveriesOf(userId)) await notification.worker.sender.send(id);
}

async function statesOf(userId: string): Promise<Record<string, unknown>> {
  const { rows } = await pool().query('SELECT template, state FROM deliveries WHERE user_id = $1', [
    userId,
  ]);
  return Object.fromEntries(rows.map(({ template, state }) => [template, state]));
}

async function exported(userId: string) {
  const path = exportMessages.path.replace(':userId', userId);
  const { body } = await call(notification.url + path, { isInternal: true });
  return exportMessages.answer.parse(body);
}
