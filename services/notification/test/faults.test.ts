import { randomUUID } from 'node:crypto';
import { sealedTokenContext } from '@cairn/contracts/events/users.ts';
import { listDeliveries, retryDelivery } from '@cairn/contracts/http/staff-messages.ts';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertDelivery } from '../src/deliveries/deliveries.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { messageKeys } from './message-keys.ts';
import { clueIn, countStates, emptyLedger, seedMembers, seedRecipients } from './recipients.ts';

/** Uses the SDKs of SendGrid and Twilio, the queues and the sandbox. */
let notification: Notification;
const adminId = randomUUID();

beforeAll(async () => {
  notification = await startNotification();
  await notification.startWorker();
});
afterAll(() => notification.stop());
beforeEach(() => emptyLedger(pool()));
afterEach(async () => {
  await call(`${notification.providerUrl}/faults`, { method: 'DELETE' });
});

describe('P-3.3 a failing provider', () => {
  it('429: the mail waits for Retry-After and is sent then', async () => {
    await fault('sendgrid', { status: 429 });
    await mailTo('limited@fault.example');
    const { reason } = await waitForState('pending', 1);
    expect(reason).toBe('status 429');
    await clearFaults();
    await dispatchUntil('sent');
    expect(await inboxOf('limited@fault.example')).toHaveLength(1);
  });

  it('429: no other call is made during the wait', async () => {
    await fault('sendgrid', { status: 429 });
    await mailTo('first@fault.example');
    await waitForState('pending', 1);
    await clearFaults();
    await mailTo('second@fault.example');
    await waitForState('sent', 1);
    const { rows } = await pool().query(
      `SELECT extract(epoch FROM max(at) FILTER (WHERE what = 'accepted')
         - min(at) FILTER (WHERE what = 'postponed'))::float AS waited FROM delivery_history`,
    );
    // The sandbox's Retry-After is at least one second.
    expect(rows[0].waited).toBeGreaterThan(0.9);
  });

  it('5xx: the mail is retried, listed as failed after the last attempt, and sent when staff retry it', async () => {
    await fault('sendgrid', { status: 503 });
    await mailTo('down@fault.example');
    await waitForState('pending', 1);
    await pool().query('UPDATE deliveries SET attempts = 11, next_try_at = now()');
    const { id } = await dispatchUntil('failed');
    const { body } = await ask('?state=failed');
    expect(body).toMatchObject({
      recipient: null,
      deliveries: [{ id, state: 'failed', reason: 'status 503' }],
      pagination: { total: 1 },
    });
    await clearFaults();
    expect((await retry(id)).body).toMatchObject({ id, state: 'pending' });
    await dispatchUntil('sent');
    expect(await inboxOf('down@fault.example')).toHaveLength(1);
    expect((await retry(id)).status).toBe(409);
    const acts = (await listUnpublished(pool(), 100)).map(({ data }) => data);
    expect(acts).toMatchObject([{ adminId, action: 'delivery_retry', subjectId: id }]);
  });

  it('a call whose connection breaks after it was received is not repeated', async () => {
    await fault('sendgrid', { hang: 'after' });
    await mailTo('cut@fault.example');
    await waitUntil(async () => (await inboxOf('cut@fault.example')).length === 1);
    await clearFaults();
    const { reason } = await waitForState('maybe_sent', 1);
    expect(reason).toMatch(/ECONNRESET|socket/);
    await notification.context.dispatcher.dispatch();
    expect(await countStates(pool())).toEqual({ maybe_sent: 1 });
    expect(await inboxOf('cut@fault.example')).toHaveLength(1);
  });

  it('a refused address is not retried', async () => {
    await mailTo('two@@fault.example');
    expect(await waitForState('failed', 1)).toMatchObject({ reason: 'not an address' });
  });
});

describe('a text message', () => {
  it('contains its code, unsealed at the moment of sending', async () => {
    const userId = randomUUID();
    const context = sealedTokenContext({ userId, template: 'phone_code' });
    const key = Buffer.from(messageKeys.shared.PHONE_SEAL_KEY, 'base64');
    await textTo('+18025550111', { userId, sealedToken: seal('204816', key, context) });
    await dispatchUntil('sent');
    expect((await inboxOf('+18025550111'))[0]?.text).toMatch(/^204816 is your Cairn code/);
    const { rows } = await pool().query('SELECT address, sealed_token FROM deliveries');
    expect(rows).toEqual([{ address: null, sealed_token: null }]);
  });

  it('P-3.4 to a number that has sent STOP is suppressed, also when only Twilio knew', async () => {
    await textTo('+18025550112');
    await dispatchUntil('sent');
    const [message] = await inboxOf('+18025550112');
    await call(`${notification.providerUrl}/messages/${message?.id}/stop`, { method: 'POST' });
    await emptyLedger(pool());
    await textTo('+18025550112');
    expect(await dispatchUntil('suppressed')).toMatchObject({ reason: 'stop' });
    const { rows } = await pool().query('SELECT channel, cause FROM suppressions');
    expect(rows).toEqual([{ channel: 'sms', cause: 'stop' }]);
  });

  it('P-3.3 to a number that cannot receive SMS fails at once', async () => {
    await textTo('+15005550009');
    expect(await dispatchUntil('failed')).toMatchObject({
      reason: 'status 400: 21614',
      attempts: 1,
    });
  });

  it('P-3.3 waits while Twilio limits the rate', async () => {
    await fault('twilio', { status: 429 });
    await textTo('+18025550113');
    await notification.context.dispatcher.dispatch();
    expect(await waitForState('pending', 1)).toMatchObject({ reason: 'status 429: 20429' });
    await clearFaults();
    await dispatchUntil('sent');
    expect(await inboxOf('+18025550113')).toHaveLength(1);
  });
});

describe('the deliveries of a user for staff', () => {
  it('show what applies to the user, and each message with its history', async () => {
    const [userId = ''] = await seedRecipients(pool(), 1, 'why.example');
    await fault('sendgrid', { status: 503 });
    await insert({ template: 'account_exists', userId, address: null });
    await notification.context.dispatcher.dispatch();
    await waitForState('pending', 1);
    await clearFaults();
    await dispatchUntil('sent');
    for (const user of [userId, 'MEMBER0@why.example']) {
      const { body } = await ask(`?user=${encodeURIComponent(user)}`);
      const answer = listDeliveries.answer.parse(body);
      expect(answer.recipient).toMatchObject({ user_id: userId, email: 'member0@why.example' });
      expect(answer.deliveries[0]?.history.map(({ what }) => what)).toEqual([
        'requested',
        'sending',
        'postponed',
        'sending',
        'accepted',
      ]);
    }
    expect((await ask(`?user=${randomUUID()}`)).status).toBe(404);
    // The maximum length of an address.
    expect((await ask(`?user=${'a'.repeat(64)}@${'b.'.repeat(80)}example`)).status).toBe(404);
  });

  it('show why and for which clue the user got no message', async () => {
    const [userId = ''] = await seedRecipients(pool(), 1, 'off.example');
    const huntId = randomUUID();
    await seedMembers(pool(), [userId], huntId);
    await pool().query('UPDATE alert_preferences SET email_alerts = false');
    await notification.deliver(clueIn(huntId));
    await pool().query('UPDATE alert_preferences SET email_alerts = true');
    const { body } = await ask(`?user=${userId}`);
    const { recipient, deliveries } = listDeliveries.answer.parse(body);
    expect(recipient?.alerts).toMatchObject([{ email_alerts: true }]);
    expect(deliveries).toMatchObject([
      {
        template: 'clue_published',
        about: 'The Vermont Troll: Where the water turns',
        state: 'suppressed',
        reason: 'alerts are off',
        history: [{ what: 'requested' }, { what: 'suppressed', detail: 'alerts are off' }],
      },
    ]);
    expect((await retry(deliveries[0]?.id ?? '')).status).toBe(409);
  });

  it('refuse the retry of a message with an expired link', async () => {
    await insert({
      template: 'verification',
      userId: adminId,
      address: 'a@b.example',
      expiresAt: new Date(0).toISOString(),
    });
    const { id } = await dispatchUntil('failed');
    expect((await retry(id)).status).toBe(409);
    expect((await retry(randomUUID())).status).toBe(404);
    expect((await retry('unknown')).status).toBe(404);
  });
});

const pool = () => notification.context.pool;

async function insert(delivery: {
  template: 'account_exists' | 'verification' | 'phone_code';
  channel?: 'email' | 'sms';
  userId: string | null;
  address: string | null;
  sealedToken?: string | null;
  expiresAt?: string | null;
}): Promise<void> {
  const rest = { eventId: randomUUID(), variables: {}, traceparent: null };
  await inTransaction(pool(), (tx) =>
    insertDelivery(tx, { sealedToken: null, expiresAt: null, ...rest, ...delivery }),
  );
}

async function mailTo(address: string): Promise<void> {
  await insert({ template: 'account_exists', userId: null, address });
  await notification.context.dispatcher.dispatch();
}

async function textTo(
  address: string,
  { userId = randomUUID(), sealedToken = '' }: { userId?: string; sealedToken?: string } = {},
): Promise<void> {
  const context = sealedTokenContext({ userId, template: 'phone_code' });
  const key = Buffer.from(messageKeys.shared.PHONE_SEAL_KEY, 'base64');
  const sealed = sealedToken || seal('111111', key, context);
  await insert({ template: 'phone_code', channel: 'sms', userId, address, sealedToken: sealed });
}

type Row = { id: string; state: string; reason: string; attempts: number };

async function waitForState(state: string, attempts: number): Promise<Row> {
  return waitUntil(
    async () => {
      const { rows } = await pool().query(
        'SELECT id, state, attempts, last_error AS reason FROM deliveries',
      );
      return rows.find((row) => row.state === state && row.attempts >= attempts) ?? null;
    },
    { what: `a delivery that is ${state}` },
  );
}

/** Queues the delivery, also before it is due, until it is closed. */
async function dispatchUntil(state: string): Promise<Row> {
  return waitUntil(
    async () => {
      await pool().query(`UPDATE deliveries SET next_try_at = now() WHERE state = 'pending'`);
      await notification.context.dispatcher.dispatch();
      const { rows } = await pool().query(
        'SELECT id, state, attempts, last_error AS reason FROM deliveries',
      );
      return rows.find((row) => row.state === state) ?? null;
    },
    { what: `a delivery that is ${state}` },
  );
}

async function fault(provider: string, faults: Record<string, unknown>): Promise<void> {
  await call(`${notification.providerUrl}/faults`, {
    method: 'PUT',
    json: { provider, ...faults },
  });
}

async function clearFaults(): Promise<void> {
  await call(`${notification.providerUrl}/faults`, { method: 'DELETE' });
}

type Sent = { id: string; text: string };

async function inboxOf(to: string): Promise<Sent[]> {
  const { body } = await call(`${notification.providerUrl}/messages?to=${encodeURIComponent(to)}`);
  return body as Sent[];
}

function ask(query: string) {
  return call(notification.url + listDeliveries.path + query, { token: adminToken() });
}

function retry(id: string) {
  return call(notification.url + retryDelivery.path.replace(':id', id), {
    token: adminToken(adminId),
    json: {},
  });
}
