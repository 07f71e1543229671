import type { sendBatch, sendDelivery, sendText } from '@cairn/contracts/jobs/deliveries.ts';
import type { JobQueue } from '@cairn/jobs/queue.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { z } from 'zod';
import { finishMailings } from '../mailings/steering.store.ts';
import { confirmTold, forgetOldAddresses, markLostDeliveries } from './endings.store.ts';
import {
  type DueBatch,
  type DueDelivery,
  leaseDueBatches,
  leaseDueDeliveries,
  releaseBatches,
  releaseDeliveries,
} from './leases.store.ts';

type Adding<Job extends { schema: z.ZodType }> = Pick<JobQueue<z.infer<Job['schema']>>, 'addAll'>;

export type DispatcherOptions = {
  pool: Pool;
  mails: Adding<typeof sendDelivery>;
  texts: Adding<typeof sendText>;
  batches: Adding<typeof sendBatch>;
  logger: Logger;
};

export type Dispatcher = Part & {
  /** One round: queues what is due, marks what was lost. Returns how many jobs it queued. */
  dispatch(): Promise<number>;
};

const LOOK_EVERY_MS = 300;
const AT_ONCE = 500;
/** Longer than a provider's calls for one row or batch, and noting them, may take. */
const LOST_AFTER_SECONDS = 75;
const RETRY_QUEUE_SECONDS = 5;
const TIDY_EVERY_MS = 3600 * 1000;
const KEEP_ADDRESSES_DAYS = 30;

/**
 * Brings due rows of the ledger to the queues. The ledger is what counts and the queues only carry:
 * a job that Redis lost is made again when its lease ends, one that came twice finds its row taken.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, mails, texts, batches, logger } = options;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let tidiedAt = 0;

  async function dispatch(): Promise<number> {
    const lost = await markLostDeliveries(pool, LOST_AFTER_SECONDS);
    const told = await confirmTold(pool, lost);
    for (const deliveryId of lost) {
      if (!told.has(deliveryId)) logger.error({ deliveryId }, 'delivery.maybe_sent');
    }
    for (const mailingId of await finishMailings(pool)) {
      logger.info({ mailingId }, 'mailing.finished');
    }
    await tidy();
    return (await queueDeliveries()) + (await queueBatches());
  }

  async function queueDeliveries(): Promise<number> {
    const due = await leaseDueDeliveries(pool, AT_ONCE);
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
    const due = await leaseDueBatches(pool, AT_ONCE);
    if (due.length === 0) return 0;
    try {
      await batches.addAll(due.map(toBatchJob));
      return due.length;
    } catch (err) {
      await releaseBatches(pool, idsOf(due), RETRY_QUEUE_SECONDS);
      throw err;
    }
  }

  async function tidy(): Promise<void> {
    if (Date.now() - tidiedAt < TIDY_EVERY_MS) return;
    tidiedAt = Date.now();
    const forgotten = await forgetOldAddresses(pool, KEEP_ADDRESSES_DAYS);
    if (forgotten > 0) logger.info({ forgotten }, 'deliveries.addresses_forgotten');
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = dispatch()
        .then(
          () => {},
          (err) => logger.warn({ err }, 'dispatcher.failed'),
        )
        .then(() => {
          if (!isStopping) schedule();
        });
    }, LOOK_EVERY_MS);
  }

  return {
    dispatch,
    start: schedule,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The id keeps two copies of this service from queueing one try twice. */
function toJob({ id, attempts, traceparent }: DueDelivery) {
  return { id: `${id}.${attempts}`, data: { deliveryId: id, traceparent } };
}

function toBatchJob({ id, attempts, traceparent }: DueBatch) {
  return { id: `${id}.${attempts}`, data: { batchId: id, traceparent } };
}

function idsOf(due: readonly { id: string }[]): string[] {
  return due.map(({ id }) => id);
}
