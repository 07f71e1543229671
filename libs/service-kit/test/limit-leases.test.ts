import { randomBytes } from 'node:crypto';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLimiter } from '../limiter.ts';
import { createMetrics } from '../metrics.ts';
import { captureLog } from './captured-log.ts';

const LIMIT = { points: 6_000, seconds: 600, withoutRedis: 7, leaseSize: 50 };
const connections: Redis[] = [];
afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

async function connect(): Promise<Redis> {
  const redis = new Redis(getInfrastructure().redisUrl, { enableOfflineQueue: false });
  connections.push(redis);
  await waitUntil(() => redis.status === 'ready', { what: 'Redis' });
  return redis;
}

/** One of several processes with the same limit. */
async function start(limit: typeof LIMIT = LIMIT) {
  const redis = await connect();
  const evaluations = vi.spyOn(redis, 'eval');
  const { logger } = captureLog();
  const limiter = createLimiter({ general: limit }, { redis, logger, metrics: createMetrics('x') });
  return {
    redis,
    /** Number of requests to Redis. */
    requests: () => evaluations.mock.calls.length,
    giveBacks: () =>
      evaluations.mock.results
        .filter((_, index) => String(evaluations.mock.calls[index]?.[0]).includes('math.abs'))
        .map(({ value }) => value),
    take: (key: string) => limiter.tryReserve({ limit: 'general', key }),
    takeLeased: (key: string) => limiter.reserveLeased({ limit: 'general', key }),
    /** Number of accepted tries of `count` concurrent ones. */
    async accepted(key: string, count: number): Promise<number> {
      const tries = Array.from({ length: count }, () =>
        limiter.tryReserve({ limit: 'general', key }),
      );
      return (await Promise.all(tries)).filter((one) => one !== null).length;
    },
  };
}

function newKey(): string {
  return randomBytes(8).toString('hex');
}

async function countOf(redis: Redis, key: string): Promise<number> {
  return Number(await redis.get(`limit:general:${key}`));
}

describe('P-5.2 leased points', () => {
  it('two processes that take leased points at once accept exactly the limit', async () => {
    const processes = [await start(), await start()];
    const key = newKey();
    const counts = await Promise.all(
      processes.map(async ({ take, takeLeased }) => {
        let [atOnce, byRedis] = [0, 0];
        for (;;) {
          if (takeLeased(key)) atOnce += 1;
          else if (await take(key)) byRedis += 1;
          else return { atOnce, byRedis };
        }
      }),
    );
    const total = counts.reduce((sum, { atOnce, byRedis }) => sum + atOnce + byRedis, 0);
    expect(total).toBe(LIMIT.points);
    expect(counts.some(({ atOnce }) => atOnce > 0)).toBe(true);
  });

  it('two processes accept exactly the limit of concurrent tries', async () => {
    const [one, two] = [await start(), await start()];
    const key = newKey();
    const counts = await Promise.all([one.accepted(key, 4_500), two.accepted(key, 4_500)]);
    expect(counts[0] + counts[1]).toBe(6_000);
    expect(one.requests() + two.requests()).toBeLessThan(1_000);
    expect(await one.take(key)).toBeNull();
  });

  it('are given back when unused, to the last one', async () => {
    const [one, two] = [await start(), await start()];
    const key = newKey();
    expect(await one.accepted(key, 500)).toBe(500);
    await waitUntil(async () => (await countOf(one.redis, key)) === 500, { what: 'the rest' });
    expect(await two.accepted(key, 6_000)).toBe(5_500);
  });

  it('are not given back to a later window', async () => {
    const { take, redis, accepted, giveBacks } = await start();
    const key = newKey();
    let taken = 0;
    const hasUnused = async () => {
      taken += await accepted(key, 30);
      if (await take(key)) taken += 1;
      return (await countOf(redis, key)) > taken;
    };
    await waitUntil(hasUnused, { what: 'a lease with unused points' });
    await redis.set(`limit:general:${key}`, 3_000, 'EX', 60);
    await waitUntil(() => giveBacks().length > 0, { what: 'the unused points' });
    await Promise.all(giveBacks());
    expect(await countOf(redis, key)).toBe(3_000);
  });

  it('start with single points, and report what is left', async () => {
    const { take, redis, requests } = await start();
    const key = newKey();
    const first = await take(key);
    expect(first).toMatchObject({ remaining: 5_999, secondsLeft: 600 });
    expect(first?.headers).toMatchObject({
      'ratelimit-limit': '6000',
      'ratelimit-remaining': '5999',
    });
    expect(await countOf(redis, key)).toBe(1);
    expect(await Promise.all([take(key), take(key)])).toMatchObject([
      { remaining: 5_998 },
      { remaining: 5_997 },
    ]);
    expect(requests()).toBe(2);
  });

  it('end with their window', async () => {
    const { accepted } = await start({ ...LIMIT, seconds: 1 });
    const key = newKey();
    expect(await accepted(key, 6_000)).toBeGreaterThanOrEqual(6_000);
    await waitUntil(async () => (await accepted(key, 1)) === 1, { what: 'the next window' });
  });

  it('are not used for a limit of few points', async () => {
    const { accepted, requests } = await start({ ...LIMIT, points: 137 });
    expect(await accepted(newKey(), 1_000)).toBe(137);
    expect(requests()).toBe(0);
  });

  it('P-5.4 leave the local limit while Redis is unavailable', async () => {
    const { accepted, redis } = await start();
    redis.disconnect();
    expect(await accepted(newKey(), 20)).toBe(7);
  });
});
