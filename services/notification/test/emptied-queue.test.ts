import { randomUUID } from 'node:crypto';
import { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { countStates, seedRecipients } from './recipients.ts';

const adminId = randomUUID();
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification();
  await notification.startWorker();
});
afterAll(() => notification.stop());

describe('P-2.5 P-8.3 an emptied Redis', () => {
  it('does not stop a mailing', async () => {
    await seedRecipients(pool(), 1_200, 'wiped.example');
    await stopQueues();
    await begin();
    expect(await notification.context.dispatcher.dispatch()).toBe(2);
    expect(await deleteQueueKeys()).toBeGreaterThan(0);
    expect(await countStates(pool())).toEqual({ pending: 1_200 });
    await resumeQueues();
    await pool().query('UPDATE delivery_batches SET next_try_at = now()');
    await notification.context.dispatcher.dispatch();
    await waitUntil(async () => (await countStates(pool()))['sent'] === 1_200, {
      timeoutMs: 30_000,
    });
    const inbox = await inboxOf('member1199@wiped.example');
    expect(inbox).toHaveLength(1);
    expect(inbox[0]?.text).toMatch(
      /No more mails like this:\nhttps:\/\/cairn\.example\/api\/unsubscribe\?token=v1/,
    );
  });
});

const pool = () => notification.context.pool;

async function inboxOf(to: string): Promise<{ text: string }[]> {
  const { body } = await call(`${notification.providerUrl}/messages?to=${encodeURIComponent(to)}`);
  return body as { text: string }[];
}

async function begin(): Promise<void> {
  await call(notification.url + sendEmail.path, {
    token: adminToken(adminId),
    json: { subject: 'News', content: '<p>Look north</p>', to: null },
  });
}

/** While this runs, no worker takes a job of a mailing. */
async function stopQueues(): Promise<void> {
  await withRedis((redis) => redis.hset(`${notification.queuePrefix}:batches:meta`, 'paused', 1));
}

async function resumeQueues(): Promise<void> {
  await withRedis((redis) => redis.hdel(`${notification.queuePrefix}:batches:meta`, 'paused'));
}

/** Deletes the keys of the queue as after a Redis restart without data; returns their number. */
async function deleteQueueKeys(): Promise<number> {
  return withRedis(async (redis) => {
    const keys = await redis.keys(`${notification.queuePrefix}:batches:*`);
    return keys.length > 0 ? redis.del(...keys) : 0;
  });
}

async function withRedis<Result>(
  work: (redis: ReturnType<typeof connectRedis>) => Promise<Result>,
): Promise<Result> {
  const redis = connectRedis(getInfrastructure().redisUrl, createLogger('test', 'silent'), {
    timeoutMs: 5_000,
    retryWithinMs: 1_000,
  });
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
