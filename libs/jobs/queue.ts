import type { JobDefinition } from '@cairn/contracts/jobs/define-job.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { Queue } from 'bullmq';
import type { z } from 'zod';
import { connect, QUEUE_PREFIX } from './connection.ts';

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

export type QueueOptions = { redisUrl: string; logger: Logger; prefix?: string };

/** Producer of a job's queue. Connects in the background. */
export function createQueue<Schema extends z.ZodType>(
  job: JobDefinition<Schema>,
  { redisUrl, logger, prefix = QUEUE_PREFIX }: QueueOptions,
): JobQueue<z.infer<Schema>> {
  const redis = connect(redisUrl, 'fails-fast', logger);
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
