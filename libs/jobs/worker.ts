import type { JobDefinition } from '@cairn/contracts/jobs/define-job.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { Worker } from 'bullmq';
import type { z } from 'zod';
import { connect, QUEUE_PREFIX } from './connection.ts';
import type { QueueOptions } from './queue.ts';

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

/** After this time the jobs of a lost worker are taken over by another. */
const MISSED = { lockDuration: 10_000, stalledInterval: 5_000 };

/**
 * Consumer of a job's queue: calls `handle` with parsed data, within its limits. A job may run
 * twice. A rejected job is logged and dropped: durable work belongs in Postgres.
 */
export function createWorker<Schema extends z.ZodType>(
  job: JobDefinition<Schema>,
  handle: (data: z.infer<Schema>) => Promise<void>,
  options: QueueOptions & WorkerLimits,
): JobWorker {
  const { redisUrl, logger, prefix = QUEUE_PREFIX, concurrency, rate } = options;
  let stop: (() => Promise<void>) | undefined;

  function start(logger: Logger): () => Promise<void> {
    const redis = connect(redisUrl, 'waits', logger);
    const worker = new Worker(job.queue, async ({ data }) => handle(job.schema.parse(data)), {
      connection: redis,
      prefix,
      concurrency,
      ...MISSED,
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
