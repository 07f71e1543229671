import type { JobDefinition } from '@cairn/contracts/jobs/deliveries.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { createRedis, logConnection, type Redis } from '@cairn/service-kit/redis.ts';
import { Queue, Worker } from 'bullmq';
import type { z } from 'zod';

export type JobQueue<Data> = {
  /** A job with the id of an unfinished job is dropped. Rejects at once while Redis is unavailable. */
  addAll(jobs: { id: string; data: Data }[]): Promise<void>;
  /** Waiting and active jobs. */
  count(): Promise<number>;
  /** Pauses all workers of the queue, in any process, for this long; for workers with a limit. */
  hold(seconds: number): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type QueueOptions = {
  redisUrl: string;
  logger: Logger;
  prefix?: string | undefined;
  timing?: QueueTiming | undefined;
};

export type QueueTiming = {
  /** After this time the jobs of a lost worker are taken over by another. */
  lockMs: number;
  /** A worker asks again for jobs after at most this long. */
  drainSeconds: number;
  /**
   * A connection without an answer for this long is replaced: with a silently lost peer, it would
   * block for a quarter of an hour. A worker's connection waits for jobs.
   */
  silentMs: Record<ConnectionKind, number>;
};

/**
 * `fails-fast` for adding jobs, `waits` for workers, which block on Redis without a timeout (BullMQ
 * requires it).
 */
type ConnectionKind = 'fails-fast' | 'waits';

/** Workers wait for jobs in calls of up to ten seconds. */
const TIMING: QueueTiming = {
  lockMs: 10_000,
  drainSeconds: 5,
  silentMs: { 'fails-fast': 5_000, waits: 12_000 },
};

/** Producer of a job's queue. Connects in the background. */
export function createQueue<Schema extends z.ZodType>(
  job: JobDefinition<Schema>,
  { redisUrl, logger, prefix = QUEUE_PREFIX, timing = TIMING }: QueueOptions,
): JobQueue<z.infer<Schema>> {
  const redis = connect(redisUrl, 'fails-fast', { logger, timing });
  redis.connect().catch(() => {});
  let queue: Queue | undefined;

  /**
   * BullMQ's start-up fails permanently if Redis is unavailable, so the queue is created once Redis
   * answers.
   */
  function getQueue(): Queue {
    if (redis.status !== 'ready') throw new Error('Redis is away');
    if (queue) return queue;
    queue = new Queue(job.queue, {
      connection: redis,
      prefix,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', (err) => logger.debug({ err }, 'queue.error'));
    return queue;
  }

  return {
    async addAll(jobs) {
      await getQueue().addBulk(
        jobs.map(({ id, data }) => ({
          name: job.queue,
          data: job.schema.parse(data),
          opts: { jobId: id },
        })),
      );
    },
    count: async () => getQueue().getJobCountByTypes('waiting', 'delayed', 'active', 'prioritized'),
    async hold(seconds) {
      await getQueue().rateLimit(Math.ceil(seconds * 1000));
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      await queue?.close();
      redis.disconnect();
    },
  };
}

/** Prefix of all queue keys. */
export const QUEUE_PREFIX = 'cairn:jobs';

function connect(
  url: string,
  kind: ConnectionKind,
  { logger, timing }: { logger: Logger; timing: QueueTiming },
): Redis {
  const silentMs = timing.silentMs[kind];
  const redis = createRedis(url, {
    maxRetriesPerRequest: kind === 'waits' ? null : 1,
    enableOfflineQueue: kind === 'waits',
    socketTimeout: silentMs,
    ...(kind === 'fails-fast' ? { commandTimeout: silentMs } : {}),
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, 3_000),
  });
  logConnection(redis, logger);
  return redis;
}

export type JobWorker = {
  /** Starts taking jobs; waits for Redis in the background. */
  start(): void;
  /** Stops taking jobs, and resolves when the active jobs are done. */
  stop(): Promise<void>;
};

export type WorkerLimits = {
  /** Concurrency. */
  concurrency: number;
  /** Rate limit over all workers of the queue; obeys `JobQueue.hold`. */
  rate: { jobs: number; everyMs: number };
};

/**
 * Consumer of a job's queue: calls `handle` with parsed data, within its limits. A job may run
 * twice. A rejected job is logged and dropped: durable work belongs in Postgres.
 */
export function createWorker<Schema extends z.ZodType>(
  job: JobDefinition<Schema>,
  handle: (data: z.infer<Schema>) => Promise<void>,
  options: QueueOptions & WorkerLimits,
): JobWorker {
  const { redisUrl, logger, prefix = QUEUE_PREFIX, timing = TIMING, concurrency, rate } = options;
  let stop: (() => Promise<void>) | undefined;

  function start(logger: Logger): () => Promise<void> {
    const redis = connect(redisUrl, 'waits', { logger, timing });
    const worker = new Worker(job.queue, async ({ data }) => handle(job.schema.parse(data)), {
      connection: redis,
      prefix,
      concurrency,
      lockDuration: timing.lockMs,
      stalledInterval: timing.lockMs / 2,
      drainDelay: timing.drainSeconds,
      limiter: { max: rate.jobs, duration: rate.everyMs },
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', (err) => logger.debug({ err }, 'worker.error'));
    worker.on('failed', (_job, err) => logger.error({ err, queue: job.queue }, 'job.failed'));
    return async () => {
      await worker.close();
      redis.disconnect();
    };
  }

  return {
    start() {
      stop ??= start(logger);
    },
    async stop() {
      await stop?.();
    },
  };
}
