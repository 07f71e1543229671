import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertDelivery } from '../src/deliveries/deliveries.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { queueTiming } from './queue-timing.ts';
import { countStates, emptyLedger, seedRecipients } from './recipients.ts';

const WORKER = fileURLToPath(new URL('./crashable-worker.ts', import.meta.url));
const TAKES_ITS_TIME = { timeoutMs: 60_000 };
const LIMIT_MS = 240_000;
/** Polls almost as the service does. */
const DISPATCH_EVERY_MS = 400;
const workers: ChildProcess[] = [];
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());
beforeEach(() => emptyLedger(pool()));
afterEach(async () => {
  await clearFaults();
  await Promise.all(workers.splice(0).map(kill));
});

describe('P-3.1 P-3.2 a worker killed during a mailing to 2,501', () => {
  it(
    'after the provider received batch 2: batch 2 is marked and not repeated, the rest is sent',
    async () => {
      await startMailing('received.example', { onlyFirst: true });
      const worker = await startWorker();
      await waitForSent(1_000);
      await fault({ hang: 'after' });
      await dispatchAll();
      await waitUntil(async () => (await countMessages()) === 2_000, {
        ...TAKES_ITS_TIME,
        what: 'batch 2 at the provider',
      });
      await kill(worker);
      await goOn();
      expect(await countStates(pool())).toEqual({ maybe_sent: 1_000, sent: 1_501 });
      expect(await tally('received.example')).toEqual({ total: 2_501, most: 1 });
    },
    LIMIT_MS,
  );

  it(
    'before the provider received a batch: the rest is sent, and no mail twice',
    async () => {
      await fault({ hang: 'before' });
      await startMailing('deaf.example');
      const worker = await startWorker();
      await waitUntil(async () => (await countStates(pool()))['sending'] === 1_000, TAKES_ITS_TIME);
      await kill(worker);
      await goOn();
      expect(await countStates(pool())).toEqual({ maybe_sent: 1_000, sent: 1_501 });
      expect(await tally('deaf.example')).toEqual({ total: 1_501, most: 1 });
    },
    LIMIT_MS,
  );
});

describe('P-3.1 a worker killed repeatedly while it sends single mails', () => {
  it(
    'sends each mail at most once, and marks those with an unknown outcome',
    async () => {
      await inTransaction(pool(), async (tx) => {
        for (let index = 0; index < 90; index += 1) {
          await insertDelivery(tx, {
            eventId: randomUUID(),
            template: 'account_exists',
            userId: null,
            address: `single${index}@killed.example`,
            variables: {},
            sealedToken: null,
            expiresAt: null,
            traceparent: null,
          });
        }
      });
      await fault({ latencyMs: 40 });
      for (const goal of [25, 55]) {
        const worker = await startWorker();
        await dispatchAll();
        await waitForSent(goal);
        await kill(worker);
      }
      await goOn();
      const { sent = 0, maybe_sent: maybe = 0, ...others } = await countStates(pool());
      expect(others).toEqual({});
      expect(sent + maybe).toBe(90);
      const { total, most } = await tally('killed.example');
      expect(most).toBe(1);
      expect(total).toBeGreaterThanOrEqual(sent);
    },
    LIMIT_MS,
  );
});

const pool = () => notification.context.pool;

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(WORKER, [notification.queuePrefix, JSON.stringify(queueTiming)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...notification.workerEnvironment,
      MAIL_PER_SECOND: '20000',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

/** With `onlyFirst` the other batches wait for `dispatchAll`. */
async function startMailing(domain: string, { onlyFirst = false } = {}): Promise<void> {
  await seedRecipients(pool(), 2_501, domain);
  await call(notification.url + sendEmail.path, {
    token: adminToken(),
    json: { subject: 'News', content: '<p>North</p>', to: null },
  });
  if (onlyFirst) {
    await pool().query(`UPDATE delivery_batches SET next_try_at = 'infinity' WHERE part > 0`);
  }
  await notification.context.dispatcher.dispatch();
}

/** Starts another worker after all leases and calls have ended. */
async function goOn(): Promise<void> {
  await clearFaults();
  // Rows in `sending` belong to the dead worker; a call of the next worker may be slow.
  await pool().query(
    `UPDATE deliveries SET started_at = now() - interval '5 minutes' WHERE state = 'sending'`,
  );
  await startWorker();
  let dispatchedAt = 0;
  await waitUntil(
    async () => {
      if (Date.now() - dispatchedAt > DISPATCH_EVERY_MS) {
        await dispatchAll();
        dispatchedAt = Date.now();
      }
      const { pending = 0, sending = 0 } = await countStates(pool());
      return pending + sending === 0;
    },
    { timeoutMs: 120_000, what: 'the end of every row' },
  );
}

async function dispatchAll(): Promise<void> {
  await pool().query(
    `UPDATE deliveries SET next_try_at = now() WHERE state = 'pending' AND batch_id IS NULL`,
  );
  await pool().query('UPDATE delivery_batches SET next_try_at = now() WHERE closed_at IS NULL');
  await notification.context.dispatcher.dispatch();
}

async function waitForSent(count: number): Promise<void> {
  await waitUntil(async () => ((await countStates(pool()))['sent'] ?? 0) >= count, {
    ...TAKES_ITS_TIME,
    what: `${count} sent`,
  });
}

/** All that the provider has taken so far. */
async function countMessages(): Promise<number> {
  const { body } = await call(`${notification.providerUrl}/metrics`);
  return Number(/^sandbox_messages (\d+)$/m.exec(String(body))?.[1]);
}

/** What arrived at a domain, and how often at most at one address. */
async function tally(domain: string): Promise<{ total: number; most: number }> {
  const { body } = await call(`${notification.providerUrl}/messages`);
  const counts = new Map<string, number>();
  for (const { to } of body as { to: string }[]) {
    if (to.endsWith(`@${domain}`)) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  const values = [...counts.values()];
  return { total: values.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...values) };
}

async function fault(faults: Record<string, unknown>): Promise<void> {
  const json = { provider: 'sendgrid', ...faults };
  await call(`${notification.providerUrl}/faults`, { method: 'PUT', json });
}

async function clearFaults(): Promise<void> {
  await call(`${notification.providerUrl}/faults`, { method: 'DELETE' });
}
