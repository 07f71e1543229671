import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import {
  type Cancellation,
  closeCancellation,
  findNextCancellationInMs,
  leaseCancellations,
} from '../purchases/cancellations.store.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { PaymentIntents } from '../stripe/payment-intents.ts';

export type Cancellations = {
  /** Cancels at Stripe the intents of attempts that were canceled here. */
  processDue(): Promise<void>;
  /** Milliseconds until an intent is due to be canceled; null if none is. */
  findNextDueInMs(): Promise<number | null>;
};

export type CancellationsOptions = {
  pool: Pool;
  logger: Logger;
  intents: Pick<PaymentIntents, 'cancel' | 'find'>;
  purchases: Pick<Purchases, 'recordCharge'>;
};

/** Longer than a call to Stripe with its retries may take; doubles with each try. */
const LEASE_S = 30;
const BATCH_SIZE = 10;

export function createCancellations(options: CancellationsOptions): Cancellations {
  const { pool, logger } = options;
  return {
    async processDue() {
      let due: Cancellation[];
      do {
        due = await leaseCancellations(pool, { limit: BATCH_SIZE, leaseSeconds: LEASE_S });
        const tries = due.map((one) =>
          cancelAtStripe(options, one).catch((err: unknown) =>
            logger.warn({ err, ...idsOf(one) }, 'payment_attempt.cancellation_delayed'),
          ),
        );
        await Promise.all(tries);
      } while (due.length === BATCH_SIZE);
    },
    findNextDueInMs: () => findNextCancellationInMs(pool),
  };
}

/** Calls Stripe outside a transaction. The row stays due until the intent is canceled or paid. */
async function cancelAtStripe(options: CancellationsOptions, one: Cancellation): Promise<void> {
  const { pool, intents, purchases, logger } = options;
  // Stripe answers with an error when an unknown or canceled intent is canceled.
  const known = await intents.find(one.intentId);
  const isPayable = known && known.status !== 'canceled' && known.status !== 'succeeded';
  const intent = isPayable ? await intents.cancel(one.intentId) : known;
  // Paid before it could be canceled; `acceptance.ts` decides whether the charge is refunded.
  if (intent?.status === 'succeeded') await purchases.recordCharge(one.intentId);
  else if (intent && intent.status !== 'canceled') {
    throw new Error(`${one.intentId} is ${intent.status} and cannot be canceled yet`);
  }
  await closeCancellation(pool, one.attemptId);
  logger.info({ ...idsOf(one), status: intent?.status }, 'payment_attempt.canceled_at_stripe');
}

function idsOf({ attemptId, intentId }: Cancellation) {
  return { attemptId, paymentIntentId: intentId };
}
