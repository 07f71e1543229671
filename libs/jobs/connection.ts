import type { Logger } from '@cairn/service-kit/logger.ts';
import { Redis } from 'ioredis';

/** All keys of our queues begin with this. */
export const QUEUE_PREFIX = 'cairn:jobs';

/**
 * A connection that owes an answer for so long is cut, and another made: one whose other end has gone
 * without a word would hold everything up for a quarter of an hour. Workers wait for jobs in calls of
 * up to ten seconds.
 */
const SILENT_MS = { 'fails-fast': 5_000, waits: 12_000 };

/** `fails-fast` for whoever adds jobs, `waits` for workers, which block on Redis for ever (BullMQ asks for it). */
export function connect(url: string, kind: 'fails-fast' | 'waits', logger: Logger): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: kind === 'waits' ? null : 1,
    enableOfflineQueue: kind === 'waits',
    socketTimeout: SILENT_MS[kind],
    ...(kind === 'fails-fast' ? { commandTimeout: SILENT_MS[kind] } : {}),
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, 3_000),
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
