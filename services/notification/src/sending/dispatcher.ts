import { sendBatch, sendDelivery, sendText } from '@cairn/contracts/jobs/deliveries.ts';
import { createDueLoop, type DueSignal } from '@cairn/events/due-loop.ts';
import { createLogThrottle } from '@cairn/events/log-throttle.ts';
import { createQueue, type JobQueue, type QueueOptions } from '@cairn/jobs/queue.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { z } from 'zod';
import {
  type DueBatch,
  type DueDelivery,
  findNextDueInMs,
  leaseDueBatches,
  leaseDueDeliveries,
  releaseBatches,
  releaseDeliveries,
} from '../deliveries/leases.store.ts';
import { confirmReportedDeliveries, markLostDeliveries } from '../deliveries/outcomes.store.ts';
import { eraseOldAddresses } from '../deliveries/retention.store.ts';
import { finishMailings } from '../mailings/mailings.store.ts';
import { beginDueMailings } from '../mailings/scheduled-mailings.service.ts';

type JobAdder<Job extends { schema: z.ZodType }> = Pick<JobQueue<z.infer<Job['schema']>>, 'addAll'>;

export type DispatcherOptions = {
  pool: Pool;
  mails: JobAdder<typeof sendDelivery>;
  texts: JobAdder<typeof sendText>;
  batches: JobAdder<typeof sendBatch>;
  logger: Logger;
  due: DueSignal;
};

export type Dispatcher = BackgroundService & {
  /** Queues due rows once and marks lost ones. Returns the number of queued jobs. */
  dispatch(): Promise<number>;
};

/** Rows that become due within it share the statements of one run. */
const MIN_INTERVAL_MS = 300;
const MAX_ROWS = 500;
const TABLES = ['deliveries', 'delivery_batches', 'mailings'];
/** Longer than the provider calls for one row or batch and storing their outcome may take. */
const LOST_AFTER_SECONDS = 75;
const RETRY_QUEUE_SECONDS = 5;
const CLEANUP_INTERVAL_MS = 3600 * 1000;
const KEEP_ADDRESSES_DAYS = 30;

/**
 * Puts due rows of the ledger into the queues. The ledger is authoritative: a job that Redis lost is
 * queued again when its lease ends, and a duplicate job finds its row already claimed.
 */
export function createDispatcher({
  pool,
  mails,
  texts,
  batches,
  logger,
  due: dueSignal,
}: DispatcherOptions): Dispatcher {
  const throttle = createLogThrottle();
  let cleanedUpAt = 0;

  async function dispatch(): Promise<number> {
    const lost = await markLostDeliveries(pool, LOST_AFTER_SECONDS);
    const reported = await confirmReportedDeliveries(pool, lost);
    for (const deliveryId of lost) {
      if (!reported.has(deliveryId)) logger.error({ deliveryId }, 'delivery.maybe_sent');
    }
    for (const mailingId of await finishMailings(pool)) {
      logger.info({ mailingId }, 'mailing.finished');
    }
    await cleanUp();
    const queued = (await queueDeliveries()) + (await queueBatches());
    // Last, so that no message waits for it. The next run queues its batches, which are due at once.
    await beginDueMailings(pool, logger, throttle);
    return queued;
  }

  async function queueDeliveries(): Promise<number> {
    const due = await leaseDueDeliveries(pool, MAX_ROWS);
    if (due.length === 0) return 0;
    const [mailJobs, textJobs] = (['email', 'sms'] as const).map((channel) =>
      due.filter((delivery) => delivery.channel === channel).map(toJob),
    );
    try {
      if (mailJobs?.length) await mails.addAll(mailJobs);
      if (textJobs?.length) await texts.addAll(textJobs);
      return due.length;
    } catch (err) {
      await releaseDeliveries(pool, idsOf(due), RETRY_QUEUE_SECONDS);
      throw err;
    }
  }

  async function queueBatches(): Promise<number> {
    const due = await leaseDueBatches(pool, MAX_ROWS);
    if (due.length === 0) return 0;
    try {
      await batches.addAll(due.map(toBatchJob));
      return due.length;
    } catch (err) {
      await releaseBatches(pool, idsOf(due), RETRY_QUEUE_SECONDS);
      throw err;
    }
  }

  async function cleanUp(): Promise<void> {
    if (Date.now() - cleanedUpAt < CLEANUP_INTERVAL_MS) return;
    cleanedUpAt = Date.now();
    const erased = await eraseOldAddresses(pool, KEEP_ADDRESSES_DAYS);
    if (erased > 0) logger.info({ erased }, 'deliveries.addresses_erased');
  }

  const options = { logger, due: dueSignal, tables: TABLES, minIntervalMs: MIN_INTERVAL_MS };
  const loop = createDueLoop({ name: 'dispatcher', ...options }, async () => {
    await dispatch();
    return findNextDueInMs(pool, LOST_AFTER_SECONDS);
  });
  return { dispatch, start: loop.start, stop: loop.stop };
}

/** The job id contains the attempt, so that two copies of this service queue it once. */
function toJob({ id, attempts, traceparent }: DueDelivery) {
  return { id: `${id}.${attempts}`, data: { deliveryId: id, traceparent } };
}

function toBatchJob({ id, attempts, traceparent }: DueBatch) {
  return { id: `${id}.${attempts}`, data: { batchId: id, traceparent } };
}

function idsOf(due: readonly { id: string }[]): string[] {
  return due.map(({ id }) => id);
}

/** The queues of the worker. Opens no connection yet. */
export function createQueues(options: QueueOptions) {
  const mails = createQueue(sendDelivery, options);
  const texts = createQueue(sendText, options);
  const batches = createQueue(sendBatch, options);
  const all = [mails, texts, batches];
  return { mails, texts, batches, all, connections: all.map(connectionOf) };
}

function connectionOf(queue: Pick<JobQueue<unknown>, 'close'>): BackgroundService {
  return { stop: () => queue.close(), isConnection: true };
}
