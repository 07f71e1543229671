import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteExpiredPhoneCodes } from './alerts/phones.store.ts';
import { deleteContactMessagesBefore } from './contact/contact.store.ts';
import { deleteBatchesBefore, deleteDeliveriesBefore } from './deliveries/retention.store.ts';
import { deleteMailingsBefore } from './mailings/mailings.store.ts';
import { deleteWebhookEventsBefore } from './webhooks/webhook-events.store.ts';

const DAY_MS = 24 * 3600_000;
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
export async function purge(pool: Pool, logger: Logger, signal?: AbortSignal): Promise<void> {
  const codes = await deleteExpiredPhoneCodes(pool);
  const purgeBefore = (deleteSome: typeof deleteContactMessagesBefore, keepMs: number) =>
    deleteInBatches((limit) => deleteSome(pool, new Date(Date.now() - keepMs), limit), signal);
  const contact = await purgeBefore(deleteContactMessagesBefore, KEEP_CONTACT_MS);
  const webhooks = await purgeBefore(deleteWebhookEventsBefore, KEEP_WEBHOOKS_MS);
  if (codes + contact + webhooks > 0)
    logger.info({ codes, contact, webhooks }, 'recipients.purged');
  const deliveries = await purgeBefore(deleteDeliveriesBefore, KEEP_DELIVERIES_MS);
  const batches = await purgeBefore(deleteBatchesBefore, KEEP_DELIVERIES_MS);
  const mailings = await purgeBefore(deleteMailingsBefore, KEEP_DELIVERIES_MS);
  if (deliveries + batches + mailings > 0)
    logger.info({ deliveries, batches, mailings }, 'deliveries.purged');
}
