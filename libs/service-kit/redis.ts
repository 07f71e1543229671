import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

export type RedisOptions = {
  /** Timeout of a command, after which a silent connection is closed. */
  timeoutMs: number;
  /** Maximum wait between two connection attempts. */
  retryWithinMs: number;
};

/**
 * Redis client for requests: commands fail at once while Redis is unavailable, and within
 * `timeoutMs` if it hangs. Call `connect()` first; connection changes are logged.
 */
export function connectRedis(url: string, logger: Logger, options: RedisOptions): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: options.timeoutMs,
    // Closes the connection if Redis hangs, so that later requests need not wait for it either.
    socketTimeout: options.timeoutMs,
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, options.retryWithinMs),
  });
  logConnection(redis, logger);
  return redis;
}

/** Logs the first error of each loss of the connection, and its end. */
export function logConnection(redis: Redis, logger: Logger): void {
  let isDisconnected = false;
  redis.on('error', (err) => {
    if (!isDisconnected) logger.warn({ err }, 'redis.disconnected');
    isDisconnected = true;
  });
  redis.on('ready', () => {
    if (isDisconnected) logger.info('redis.reconnected');
    isDisconnected = false;
  });
}
