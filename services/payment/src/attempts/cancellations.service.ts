import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { PaymentIntents } from '../stripe/payment-intents.ts';
import { type Cancellation, closeCancellation, leaseCancellations } from './cancellations.store.ts';

export type Cancellations = {
  /** Cancels at Stripe the intents of attempts that were canceled here. */
  makeDue(): Promise<void>;
};

export type CancellationsOptions = {
  pool: Pool;
  logger: Logger;
  intents: Pick<PaymentIntents, 'cancel' | 'find'>;
  purchases: Pick<Purchases, 'enter'>;
};

/** Longer than a call to Stripe with its retries may take; doubles with each try. */
const LEASE_S = 30;
const AT_ONCE = 10;

export function createCancellations(options: CancellationsOptions): Cancellations {
  const { pool, logger } = options;
  return {
    async makeDue() {
      let due: Cancellation[];
      do {
        due = await leaseCancellations(pool, { limit: AT_ONCE, leaseSeconds: LEASE_S });
        const tries = due.map((one) =>
          make(options, one).catch((err: unknown) =>
            logger.warn({ err, ...idsOf(one) }, 'payment_attempt.cancellation_delayed'),
          ),
        );
        await Promise.all(tries);
      } while (due.length === AT_ONCE);
    },
  };
}

/** Stripe is called outside of any transaction; until it has answered for good the row stays due. */
async function make(options: CancellationsOptions, one: Cancellation): Promise<void> {
  const { pool, intents, purchases, logger } = options;
  // Stripe answers a cancellation of what it does not know, or has canceled, with a refusal.
  const known = await intents.find(one.intentId);
  const isPayable = known && known.status !== 'canceled' && known.status !== 'succeeded';
  const intent = isPayable ? await intents.cancel(one.intentId) : known;
  // Paid before it could be canceled; settlement decides whether it is refunded.
  if (intent?.status === 'succeeded') await purchases.enter(one.intentId);
  else if (intent && intent.status !== 'canceled') {
    throw new Error(`${one.intentId} is ${intent.status} and cannot be canceled yet`);
  }
  await closeCancellation(pool, one.attemptId);
  logger.info({ ...idsOf(one), status: intent?.status }, 'payment_attempt.canceled_at_stripe');
}

function idsOf({ attemptId, intentId }: Cancellation) {
  return { attemptId, paymentIntentId: intentId };
}
