import type { sendDelivery } from '@cairn/contracts/jobs/deliveries.ts';
import type { JobQueue } from '@cairn/jobs/queue.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { z } from 'zod';
import {
  type DueDelivery,
  leaseDueDeliveries,
  markLostDeliveries,
  releaseDeliveries,
} from './deliveries.store.ts';

export type DispatcherOptions = {
  pool: Pool;
  queue: Pick<JobQueue<z.infer<typeof sendDelivery.schema>>, 'addAll'>;
  logger: Logger;
};

export type Dispatcher = Part & {
  /** One round: queues what is due, marks what was lost. Returns how many it queued. */
  dispatch(): Promise<number>;
};

const LOOK_EVERY_MS = 300;
const BATCH = 500;
const LEASE_SECONDS = 60;
/** Longer than a provider's call may take. */
const LOST_AFTER_SECONDS = 60;
const RETRY_QUEUE_SECONDS = 5;

/**
 * Brings due rows of the ledger to the queue. The ledger is what counts and the queue only carries:
 * a job that Redis lost is made again when its lease ends, one that came twice finds its row taken.
 */
export function createDispatcher({ pool, queue, logger }: DispatcherOptions): Dispatcher {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function dispatch(): Promise<number> {
    const lost = await markLostDeliveries(pool, LOST_AFTER_SECONDS);
    for (const deliveryId of lost) logger.error({ deliveryId }, 'delivery.maybe_sent');
    const due = await leaseDueDeliveries(pool, { limit: BATCH, leaseSeconds: LEASE_SECONDS });
    if (due.length === 0) return 0;
    try {
      await queue.addAll(due.map(toJob));
      return due.length;
    } catch (err) {
      await releaseDeliveries(
        pool,
        due.map(({ id }) => id),
        RETRY_QUEUE_SECONDS,
      );
      throw err;
    }
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
