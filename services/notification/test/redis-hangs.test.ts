import { randomUUID } from 'node:crypto';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { type RedisLink, startRedisLink } from '@cairn/testing/redis-link.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDelivery } from '../src/deliveries/deliveries.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { queueTiming } from './queue-timing.ts';
import { countStates } from './recipients.ts';

let link: RedisLink;
let notification: Notification;

beforeAll(async () => {
  link = await startRedisLink();
  const silentMs = { 'fails-fast': 1_000, waits: 2_500 };
  notification = await startNotification(
    { queueTiming: { ...queueTiming, drainSeconds: 1, silentMs } },
    { redisUrl: link.url },
  );
  await notification.startWorker();
});
afterAll(async () => {
  await notification.stop();
  await link.stop();
});

describe('P-2.5 a Redis that stops responding without closing its connections', () => {
  it('delays the service and its worker only until they reconnect', async () => {
    await mailTo('before@hang.example');
    await dispatchUntilSent(1);
    link.strand();
    await mailTo('during@hang.example');
    await expect(notification.context.dispatcher.dispatch()).rejects.toThrow();
    await dispatchUntilSent(2);
    expect(await notification.mailsTo('during@hang.example')).toHaveLength(1);
  }, 240_000);
});

const pool = () => notification.context.pool;

async function mailTo(address: string): Promise<void> {
  await inTransaction(pool(), (tx) =>
    insertDelivery(tx, {
      ...{ eventId: randomUUID(), template: 'account_exists', userId: null, address },
      ...{ variables: {}, sealedToken: null, expiresAt: null, traceparent: null },
    }),
  );
}

/** Polls as the service does. */
async function dispatchUntilSent(count: number): Promise<void> {
  let dispatchedAt = 0;
  await waitUntil(
    async () => {
      if (Date.now() - dispatchedAt > 400) {
        await pool().query(`UPDATE deliveries SET next_try_at = now() WHERE state = 'pending'`);
        await notification.context.dispatcher.dispatch().catch(() => {});
        dispatchedAt = Date.now();
      }
      return (await countStates(pool()))['sent'] === count;
    },
    { timeoutMs: 100_000, what: `${count} sent` },
  );
}
