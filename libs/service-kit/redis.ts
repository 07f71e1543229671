import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

export type RedisOptions = {
  /** After so long a command is given up, and a connection that says nothing is cut off. */
  timeoutMs: number;
  /** The longest wait between two tries to connect. */
  retryWithinMs: number;
};

/**
 * For what a request waits for: every command fails at once while Redis is away, and soon where it
 * hangs. Connects by `connect()`; what the connection goes through is logged.
 */
export function connectRedis(url: string, logger: Logger, options: RedisOptions): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: options.timeoutMs,
    // A Redis that hangs is cut off, so that the next requests need not wait for it either.
    socketTimeout: options.timeoutMs,
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, options.retryWithinMs),
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
