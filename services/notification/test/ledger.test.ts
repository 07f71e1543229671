import { randomUUID } from 'node:crypto';
import { emailRequested } from '@cairn/contracts/events/users.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reopenDelivery } from '../src/deliveries/deliveries.store.ts';
import { type ClaimedDelivery, claimDelivery } from '../src/deliveries/leases.store.ts';
import { markLostDeliveries } from '../src/deliveries/outcomes.store.ts';
import { deleteAlertPreferences } from '../src/memberships/memberships.store.ts';
import type { Mail, SendOutcome } from '../src/providers/mail-provider.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from '../src/sending/outcome-recorder.ts';
import { type Notification, startNotification } from './harness.ts';
import {
  clueIn,
  countStates,
  emptyLedger,
  isWaitingForRowLock,
  openBatches,
  seedMembers,
  seedRecipients,
} from './recipients.ts';

/** The test chooses the provider's next outcomes; the rest is real. */
const calls: Mail[] = [];
let answer: () => Promise<SendOutcome>;
let notification: Notification;

beforeAll(async () => {
  const provider = {
    send(mail: Mail) {
      calls.push(mail);
      return answer();
    },
    sendBatch: () => answer(),
  };
  notification = await startNotification({ provider });
});

beforeEach(() => {
  calls.length = 0;
});

afterAll(() => notification.stop());

describe('the delivery ledger', () => {
  it('P-3.1 sends a delivery once when its job runs ten times concurrently', async () => {
    answer = async () => ({ kind: 'sent', providerMessageId: 'm1' });
    const id = await makeDelivery();
    await Promise.all(Array.from({ length: 10 }, () => notification.worker.sender.send(id)));
    expect(calls).toHaveLength(1);
    expect(await find(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('P-3.1 sets a row to sending before the call to the provider', async () => {
    const id = await makeDelivery();
    let stateDuringCall: unknown;
    answer = async () => {
      stateDuringCall = (await find(id))['state'];
      return { kind: 'sent', providerMessageId: null };
    };
    await notification.worker.sender.send(id);
    expect(stateDuringCall).toBe('sending');
  });

  it('P-3.1 marks the row of a worker that was killed during the call, and never repeats it', async () => {
    answer = async () => ({ kind: 'sent', providerMessageId: null });
    const id = await makeDelivery();
    await pool().query(
      `UPDATE deliveries SET state = 'sending', started_at = now() - interval '2 minutes' WHERE id = $1`,
      [id],
    );
    await notification.context.dispatcher.dispatch();
    expect(await find(id)).toMatchObject({
      state: 'maybe_sent',
      address: null,
      sealed_token: null,
    });
    await notification.worker.sender.send(id);
    expect(calls).toHaveLength(0);
  });

  it('P-3.1 marks the row of a dead worker as sent if the provider has reported it', async () => {
    const id = await makeDelivery();
    await pool().query(
      `UPDATE deliveries SET state = 'sending', started_at = now() - interval '2 minutes' WHERE id = $1`,
      [id],
    );
    await insertWebhookEvent(id);
    await notification.context.dispatcher.dispatch();
    expect(await find(id)).toMatchObject({ state: 'sent', last_error: null });
  });

  it('P-3.1 resolves an unknown outcome if the provider reported the message before its response failed', async () => {
    const id = await makeDelivery();
    answer = async () => {
      await insertWebhookEvent(id);
      return { kind: 'unknown', error: 'ECONNRESET' };
    };
    await notification.worker.sender.send(id);
    expect(await find(id)).toMatchObject({ state: 'sent', last_error: null });
  });

  it('P-3.1 stores the outcome when the database is unavailable for a moment', async () => {
    let downFor = 2;
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const flaky = {
      query: (text: string, values: unknown[]) =>
        downFor-- > 0 ? Promise.reject(away) : pool().query(text, values),
    };
    const { logger } = notification.context;
    const metrics = createMetrics('test');
    const db = flaky as unknown as Database;
    const outcomes = createOutcomeRecorder({ pool: db, logger, metrics, maxAttempts: 12 });
    const id = await makeDelivery();
    await outcomes.record([await claim(id)], { kind: 'sent', providerMessageId: 'm1' });
    expect(await find(id)).toMatchObject({ state: 'sent', provider_message_id: 'm1' });
  });

  describe('P-3.1 a worker that resumes after its row was marked as lost and claimed again', () => {
    const ends: [string, (outcomes: OutcomeRecorder, claimed: ClaimedDelivery) => Promise<void>][] =
      [
        [
          'sent',
          (it, claimed) => it.record([claimed], { kind: 'sent', providerMessageId: 'late' }),
        ],
        ['refused', (it, claimed) => it.record([claimed], { kind: 'refused', error: 'late' })],
        [
          'later',
          (it, claimed) =>
            it.record([claimed], { kind: 'retry', error: 'late', waitSeconds: null }),
        ],
      ];

    it.each(ends)('does not close the row of the other claim: %s', async (_, end) => {
      const id = await makeDelivery();
      const late = await claim(id);
      await loseAndReopen(pool(), id);
      const current = await claim(id);
      expect(current.attempts).toBe(late.attempts);
      await end(settlementOf(pool()), late);
      expect(await find(id)).toMatchObject({ state: 'sending', provider_message_id: null });
      await settlementOf(pool()).record([current], { kind: 'sent', providerMessageId: 'm2' });
      expect(await find(id)).toMatchObject({ state: 'sent', provider_message_id: 'm2' });
    });

    it.each(ends)('does not close it when both wait for the row lock: %s', async (_, end) => {
      const id = await makeDelivery();
      const late = await claim(id);
      let ending: Promise<void> = Promise.resolve();
      await inTransaction(pool(), async (tx) => {
        await loseAndReopen(tx, id);
        await claimDelivery(tx, id);
        ending = end(settlementOf(pool()), late);
        await waitUntil(() => isWaitingForRowLock(pool()), { what: 'the late worker at the row' });
      });
      await ending;
      expect(await find(id)).toMatchObject({ state: 'sending', last_error: null });
    });

    const settlementOf = (db: Database) =>
      createOutcomeRecorder({
        pool: db,
        logger: notification.context.logger,
        metrics: createMetrics('test'),
        maxAttempts: 12,
      });
  });

  it('P-3.1 stores alerts as sent while one of their members is being deleted', async () => {
    answer = async () => ({ kind: 'sent', providerMessageId: 'm1' });
    await emptyLedger(pool());
    const huntId = randomUUID();
    const [ann = '', bo = ''] = await seedRecipients(pool(), 2, 'leaving.example');
    await seedMembers(pool(), [ann, bo], huntId);
    await notification.deliver(clueIn(huntId));
    const [batch = ''] = await openBatches(pool());
    let sending: Promise<unknown> = Promise.resolve();
    await inTransaction(pool(), async (tx) => {
      await deleteAlertPreferences(tx, ann);
      sending = notification.worker.batchSender.sendBatch(batch);
      await waitUntil(async () => (await countStates(pool()))['sent'] === 2, {
        timeoutMs: 30_000,
        what: 'the rows to be closed before the preferences are free',
      });
    });
    await sending;
    const { rows } = await pool().query('SELECT user_id, last_notified_at FROM alert_preferences');
    expect(rows).toEqual([{ user_id: bo, last_notified_at: expect.any(Date) }]);
  });

  it('P-3.3 marks an unknown outcome and does not repeat the call', async () => {
    answer = async () => ({ kind: 'unknown', error: 'ECONNRESET' });
    const id = await makeDelivery();
    await notification.worker.sender.send(id);
    await notification.worker.sender.send(id);
    expect(calls).toHaveLength(1);
    expect(await find(id)).toMatchObject({ state: 'maybe_sent', last_error: 'ECONNRESET' });
  });

  it('P-3.3 does not retry a refusal, and retries a postponed row when it is due', async () => {
    const refused = await makeDelivery();
    answer = async () => ({ kind: 'refused', error: 'status 400' });
    await notification.worker.sender.send(refused);
    expect(await find(refused)).toMatchObject({ state: 'failed', last_error: 'status 400' });

    const later = await makeDelivery();
    answer = async () => ({ kind: 'retry', error: 'status 429', waitSeconds: 3600 });
    await notification.worker.sender.send(later);
    const row = await find(later);
    expect(row['state']).toBe('pending');
    expect((row['next_try_at'] as Date).getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    answer = async () => ({ kind: 'sent', providerMessageId: null });
    await notification.worker.sender.send(later);
    expect(await find(later)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('does not send a mail whose link has expired', async () => {
    answer = async () => ({ kind: 'sent', providerMessageId: null });
    const id = await makeDelivery(new Date(Date.now() - 1_000).toISOString());
    await notification.worker.sender.send(id);
    expect(calls).toHaveLength(0);
    expect(await find(id)).toMatchObject({ state: 'failed', last_error: 'its link has expired' });
  });

  it('queues a due delivery in one of two copies, and again when its lease ends', async () => {
    answer = async () => ({ kind: 'sent', providerMessageId: null });
    const id = await makeDelivery();
    const { dispatch } = notification.context.dispatcher;
    const counts = await Promise.all([dispatch(), dispatch()]);
    expect(counts[0] + counts[1]).toBe(1);
    expect(await dispatch()).toBe(0);
    await pool().query('UPDATE deliveries SET next_try_at = now() WHERE id = $1', [id]);
    expect(await dispatch()).toBe(1);
  });
});

const pool = () => notification.context.pool;

async function makeDelivery(expiresAt: string | null = null): Promise<string> {
  // Removes due rows of earlier tests, which would be counted here.
  await pool().query('DELETE FROM deliveries');
  const email = 'dee@example.com';
  const userId = await notification.register(email);
  const template = 'account_exists';
  await notification.deliver(
    makeEvent(emailRequested, { userId, email, template, sealedToken: null, expiresAt }),
  );
  const { rows } = await pool().query('SELECT id FROM deliveries WHERE user_id = $1', [userId]);
  return rows[0].id;
}

async function find(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool().query('SELECT * FROM deliveries WHERE id = $1', [id]);
  return rows[0];
}

async function claim(id: string): Promise<ClaimedDelivery> {
  const claimed = await claimDelivery(pool(), id);
  if (!claimed) throw new Error('not claimed');
  return claimed;
}

/** Marks the row as lost as the dispatcher does, and retries it as staff do. */
async function loseAndReopen(db: Database, id: string): Promise<void> {
  await db.query(`UPDATE deliveries SET started_at = now() - interval '2 minutes' WHERE id = $1`, [
    id,
  ]);
  expect(await markLostDeliveries(db, 75)).toEqual([id]);
  await reopenDelivery(db as Transaction, id);
  await db.query('UPDATE deliveries SET last_error = NULL WHERE id = $1', [id]);
}

async function insertWebhookEvent(deliveryId: string): Promise<void> {
  await pool().query(
    `INSERT INTO webhook_events (provider, event_id, kind, delivery_id, happened_at)
     VALUES ('sendgrid', $2, 'delivered', $1, now())`,
    [deliveryId, randomUUID()],
  );
}
