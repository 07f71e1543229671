import type { Logger } from '@cairn/service-kit/logger.ts';
import { Redis } from 'ioredis';

/** All keys of our queues begin with this. */
export const QUEUE_PREFIX = 'cairn:jobs';

/** `fails-fast` for whoever adds jobs, `waits` for workers, which block on Redis for ever (BullMQ asks for it). */
export function connect(url: string, kind: 'fails-fast' | 'waits', logger: Logger): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: kind === 'waits' ? null : 1,
    enableOfflineQueue: kind === 'waits',
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
