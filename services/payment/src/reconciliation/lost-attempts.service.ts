import { getUserStatus } from '@cairn/contracts/internal/auth.ts';
import { getOffer } from '@cairn/contracts/internal/catalog.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { findAttemptOfIntent, insertLostAttempt } from '../purchases/attempts.store.ts';
import type { PaymentIntent } from '../stripe/payment-intents.ts';

export type LostAttempts = {
  /**
   * Inserts the attempt of a charged intent if the database lost it in a restore. Only this service
   * can set the metadata of an intent. Does nothing where user or hunt are lost too.
   */
  restore(intent: PaymentIntent): Promise<void>;
};

export function createLostAttempts(options: {
  pool: Pool;
  logger: Logger;
  catalog: ServiceClient;
  auth: ServiceClient;
}): LostAttempts {
  const { pool, logger, catalog, auth } = options;
  return {
    async restore(intent) {
      const { attemptId, userId, productId } = intent.metadata;
      if (!attemptId || !userId || !productId) return;
      if (await findAttemptOfIntent(pool, intent.id)) return;
      const [user, offer] = await Promise.all([
        nullIfMissing(auth.call(getUserStatus, { params: { id: userId } })),
        nullIfMissing(catalog.call(getOffer, { params: { id: productId } })),
      ]);
      if (!user || !offer) return;
      const { title: productTitle, handle, region, bonusCents } = offer;
      const isRestored = await insertLostAttempt(pool, {
        ...{ id: attemptId, userId, productId, productTitle, handle, region, bonusCents },
        ...{ intentId: intent.id, amountCents: intent.amount },
        currency: intent.currency.toUpperCase(),
        createdAt: new Date(intent.created * 1000),
      });
      if (isRestored) {
        logger.warn({ attemptId, userId, paymentIntentId: intent.id }, 'payment_attempt.restored');
      }
    },
  };
}

function nullIfMissing<Result>(answer: Promise<Result>): Promise<Result | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });
}
