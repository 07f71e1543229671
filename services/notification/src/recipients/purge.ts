import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteContactMessagesBefore } from '../contact/contact.store.ts';
import {
  deleteBatchesBefore,
  deleteDeliveriesBefore,
  deleteMailingsBefore,
} from '../deliveries/old-deliveries.store.ts';
import { deleteExpiredPhoneCodes } from '../phones/phones.store.ts';
import { deleteWebhookEventsBefore } from '../webhooks/webhook-events.store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const INTERVAL_MS = 10 * MINUTE_MS;
const KEEP_CONTACT_MS = 365 * DAY_MS;
/** Longer than a provider repeats a webhook event. */
const KEEP_WEBHOOKS_MS = 180 * DAY_MS;
/**
 * A year and a month: staff explain why a message of last year's hunt did or did not arrive. Longer
 * than the 180 days in which a dead letter can be replayed, which would send its message again.
 */
const KEEP_DELIVERIES_MS = 400 * DAY_MS;

/**
 * Deletes expired phone codes, contact messages and webhook events, and old deliveries and mailings.
 * Safe to run concurrently.
 */
export function createPurge(
  pool: Pool,
  logger: Logger,
): BackgroundService & { purge(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    const codes = await deleteExpiredPhoneCodes(pool);
    const contact = await deleteInBatches((limit) =>
      deleteContactMessagesBefore(pool, ago(KEEP_CONTACT_MS), limit),
    );
    const webhooks = await deleteInBatches((limit) =>
      deleteWebhookEventsBefore(pool, ago(KEEP_WEBHOOKS_MS), limit),
    );
    if (codes + contact + webhooks > 0)
      logger.info({ codes, contact, webhooks }, 'recipients.purged');
    const before = ago(KEEP_DELIVERIES_MS);
    const deliveries = await deleteInBatches((n) => deleteDeliveriesBefore(pool, before, n));
    const batches = await deleteInBatches((n) => deleteBatchesBefore(pool, before, n));
    const mailings = await deleteInBatches((n) => deleteMailingsBefore(pool, before, n));
    if (deliveries + batches + mailings > 0)
      logger.info({ deliveries, batches, mailings }, 'deliveries.purged');
  }

  function run(): void {
    running = purge().catch((err) => logger.warn({ err }, 'recipients.purge_failed'));
  }

  return {
    purge,
    start() {
      run();
      timer = setInterval(run, INTERVAL_MS);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

function ago(milliseconds: number): Date {
  return new Date(Date.now() - milliseconds);
}
