import { randomUUID } from 'node:crypto';
import { sendText } from '@cairn/contracts/jobs/deliveries.ts';
import { createQueue, createWorker } from '@cairn/jobs/queue.ts';
import { createLimiter } from '@cairn/service-kit/limiter.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
import {
  confirmMarkers,
  raiseMarkers,
  readMarkers,
  removeMarkers,
  userField,
} from '@cairn/service-kit/revocation-markers.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, expect, it } from 'vitest';
import {
  REDIS_ACCOUNTS,
  REDIS_OPERATOR,
  type RedisAccount,
  redisUrlOf,
} from '../../infra/local/redis-accounts.ts';

const MARKERS = 'cairn:revocations';
const logger = createLogger('test', 'silent');
const { redisUrl } = getInfrastructure();
const connections: Redis[] = [];

afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

// A server given by TEST_REDIS_URL has no accounts.
describe.skipIf(new URL(redisUrl).username !== REDIS_OPERATOR)('Redis accounts', () => {
  it('refuse commands without a password', async () => {
    const url = new URL(redisUrl);
    url.password = '';
    await expect((await connect(url.href)).get(`${MARKERS}:current`)).rejects.toThrow(
      /NOAUTH|writeable/,
    );
  });

  const others = REDIS_ACCOUNTS.filter((account) => account !== 'auth');
  it.each(others)('P-4.8 %s can neither write nor delete revocation markers', async (account) => {
    const field = userField(randomUUID());
    const auth = await connectAs('auth');
    const redis = await connectAs(account);
    await raiseMarkers(auth, [{ field, value: 7 }]);
    const attempts = [
      () => raiseMarkers(redis, [{ field, value: 8 }]),
      () => removeMarkers(redis, [field]),
      () => redis.hset(MARKERS, field, 1),
      () => redis.set(MARKERS, 'x'),
      () => redis.del(MARKERS),
      () => redis.unlink(MARKERS),
      () => redis.expire(MARKERS, 1),
      () => redis.rename(MARKERS, `limit:${field}`),
      () => redis.set(`${MARKERS}:current`, '1'),
      () => redis.eval(`redis.call('DEL', '${MARKERS}')`, 0),
      () => redis.eval(`redis.call('DEL', KEYS[1])`, 1, MARKERS),
      () => redis.flushall(),
      () => redis.flushdb(),
      () => redis.call('ACL', 'SETUSER', account, '+@all', '~*'),
      () => redis.config('SET', 'maxmemory', '1'),
      () => redis.keys('*'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/NOPERM|can't access/);
    expect(await auth.hget(MARKERS, field)).toBe('7');
    await removeMarkers(auth, [field]);
  });

  it('auth writes, confirms and removes markers only', async () => {
    const auth = await connectAs('auth');
    const field = userField(randomUUID());
    await raiseMarkers(auth, [{ field, value: 2 }]);
    expect(typeof (await confirmMarkers(auth, null))).toBe('boolean');
    await removeMarkers(auth, [field]);
    await expect(auth.set('limit:login:x', 1)).rejects.toThrow(/NOPERM/);
    await expect(auth.set('cairn:jobs:x', 1)).rejects.toThrow(/NOPERM/);
  });

  it.each(REDIS_ACCOUNTS.filter((account) => account !== 'worker'))(
    '%s reads revocation markers',
    async (account) => {
      const owner = { userId: randomUUID(), sessionId: randomUUID() };
      const [reading] = await readMarkers(await connectAs(account), [owner]);
      expect(reading).toMatchObject({ lowestVersion: 1, isSessionEnded: false });
    },
  );

  const counting = ['gateway', 'catalog', 'payment', 'notification', 'worker'] as const;
  it.each(counting)('%s counts limits', async (account) => {
    const redis = await connectAs(account);
    const name = `test-${randomUUID()}`;
    const row = { points: 1, seconds: 60, withoutRedis: 'closed' as const };
    const limiter = createLimiter(
      { [name]: row },
      { redis, logger, metrics: createMetrics('test') },
    );
    const claim = { limit: name, key: 'x' };
    const reservation = await limiter.reserve(claim);
    await expect(limiter.reserve(claim)).rejects.toMatchObject({ status: 429 });
    await reservation.release();
    expect(await limiter.usedShare(claim)).toBe(1);
  });

  it('notification and worker use queues', async () => {
    const prefix = `cairn:jobs:${randomUUID()}`;
    const queue = createQueue(sendText, {
      redisUrl: redisUrlOf('notification', redisUrl),
      logger,
      prefix,
    });
    const done: string[] = [];
    const worker = createWorker(sendText, async ({ deliveryId }) => void done.push(deliveryId), {
      ...{ redisUrl: redisUrlOf('worker', redisUrl), logger, prefix },
      ...{ concurrency: 1, rate: { jobs: 100, everyMs: 1_000 } },
    });
    worker.start();
    const deliveryId = randomUUID();
    await waitUntil(() =>
      queue.ping().then(
        () => true,
        () => false,
      ),
    );
    await queue.addAll([{ id: deliveryId, data: { deliveryId, traceparent: null } }]);
    await waitUntil(() => done.includes(deliveryId));
    await waitUntil(async () => (await queue.count()) === 0);
    await queue.hold(1);
    await worker.stop();
    await queue.close();
  });
});

async function connect(url: string): Promise<Redis> {
  const redis = connectRedis(url, logger, { timeoutMs: 10_000, retryWithinMs: 500 });
  connections.push(redis);
  await redis.connect().catch(() => {});
  return redis;
}

function connectAs(account: RedisAccount): Promise<Redis> {
  return connect(redisUrlOf(account, redisUrl));
}
