import type { Logger } from '@cairn/service-kit/logger.ts';
import { Redis } from 'ioredis';

/** Fails at once while Redis is away, so that no request waits for it. */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    // Long enough for a busy process: a count that is given up on is made locally instead.
    commandTimeout: 2_000,
    // A Redis that hangs is cut off, so that the next requests need not wait for it either.
    socketTimeout: 2_000,
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000),
  });
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) logger.warn({ err }, 'redis.away');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('redis.back');
    isAway = false;
  });
  return redis;
}
