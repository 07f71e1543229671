import type { JobDefinition } from '@cairn/contracts/jobs/define-job.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { Worker } from 'bullmq';
import type { z } from 'zod';
import { connect, QUEUE_PREFIX } from './connection.ts';
import type { QueueOptions } from './queue.ts';

export type JobWorker = {
  /** Begins to take jobs; waits for Redis in the background. */
  start(): void;
  /** Takes no more jobs, and resolves when those in hand are done. */
  stop(): Promise<void>;
};

/**
 * The working end of a job's queue: `handle` is called with parsed data, `concurrency` at a time. A
 * job may come twice. A rejected one is logged and gone: whoever needs it again keeps it in Postgres.
 */
export function createWorker<Schema extends z.ZodType>(
  job: JobDefinition<Schema>,
  handle: (data: z.infer<Schema>) => Promise<void>,
  options: QueueOptions & { concurrency: number },
): JobWorker {
  const { redisUrl, logger, prefix = QUEUE_PREFIX, concurrency } = options;
  let stop: (() => Promise<void>) | undefined;

  function start(logger: Logger): () => Promise<void> {
    const redis = connect(redisUrl, 'waits', logger);
    const worker = new Worker(job.queue, async ({ data }) => handle(job.schema.parse(data)), {
      connection: redis,
      prefix,
      concurrency,
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
