import type { Logger } from '@cairn/service-kit/logger.ts';
import { Redis } from 'ioredis';

/** Prefix of all queue keys. */
export const QUEUE_PREFIX = 'cairn:jobs';

/**
 * A connection without an answer for this long is replaced: with a silently lost peer, it would
 * block for a quarter of an hour. Workers wait for jobs in calls of up to ten seconds.
 */
const SILENT_MS = { 'fails-fast': 5_000, waits: 12_000 };

/**
 * `fails-fast` for adding jobs, `waits` for workers, which block on Redis without a timeout (BullMQ
 * requires it).
 */
export function connect(url: string, kind: 'fails-fast' | 'waits', logger: Logger): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: kind === 'waits' ? null : 1,
    enableOfflineQueue: kind === 'waits',
    socketTimeout: SILENT_MS[kind],
    ...(kind === 'fails-fast' ? { commandTimeout: SILENT_MS[kind] } : {}),
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, 3_000),
  });
  let isDisconnected = false;
  redis.on('error', (err) => {
    if (!isDisconnected) logger.warn({ err }, 'redis.disconnected');
    isDisconnected = true;
  });
  redis.on('ready', () => {
    if (isDisconnected) logger.info('redis.reconnected');
    isDisconnected = false;
  });
  return redis;
}
