import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteCanceledAttemptsBefore } from './purchases/cancellations.store.ts';
import { deleteReconciliationsBefore } from './reconciliation/reconciliation.store.ts';
import { deleteStripeEventsBefore } from './webhooks/webhooks.store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Stripe repeats an event for three days, and an operator can resend it for 30. */
const KEEP_STRIPE_EVENTS_MS = 90 * DAY_MS;
/** Longer than the card network allows a dispute. */
const KEEP_CANCELED_ATTEMPTS_MS = 180 * DAY_MS;
const KEEP_RECONCILIATIONS_MS = 400 * DAY_MS;

/** Deletes old rows that no purchase needs. Safe to run concurrently. */
export async function purge(pool: Pool, logger: Logger, signal?: AbortSignal): Promise<void> {
  const purgeBefore = (deleteSome: typeof deleteStripeEventsBefore, keepMs: number) =>
    deleteInBatches((limit) => deleteSome(pool, new Date(Date.now() - keepMs), limit), signal);
  const events = await purgeBefore(deleteStripeEventsBefore, KEEP_STRIPE_EVENTS_MS);
  const attempts = await purgeBefore(deleteCanceledAttemptsBefore, KEEP_CANCELED_ATTEMPTS_MS);
  const runs = await purgeBefore(deleteReconciliationsBefore, KEEP_RECONCILIATIONS_MS);
  if (events + attempts + runs > 0) logger.info({ events, attempts, runs }, 'payments.purged');
}
