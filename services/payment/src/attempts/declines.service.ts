import type { createPaymentIntent } from '@cairn/contracts/http/payments.ts';
import type { OwnerLimitName } from '@cairn/contracts/http/route.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { cancelDeclinedAttempt, countDecline } from '../purchases/attempts.store.ts';
import type { Cancellations } from './cancellations.service.ts';

export type Payer = { userId: string; clientAddress: string | null };

export type Declines = {
  /** Throws 429 while a limit on declined cards of the user or the address is used up. */
  assertWithinLimits(payer: Payer): Promise<void>;
  /**
   * Counts a declined card and cancels the intent when a limit is reached. `isNew` runs in the same
   * transaction; where it returns false, nothing is counted.
   */
  record(intentId: string, isNew: (tx: Transaction) => Promise<boolean>): Promise<void>;
};

export type DeclinesOptions = {
  pool: Pool;
  logger: Logger;
  limiter: Limiter<OwnerLimitName<typeof createPaymentIntent>>;
  cancellations: Cancellations;
};

const MAX_DECLINES_PER_INTENT = 10;

export function createDeclines(options: DeclinesOptions): Declines {
  const { pool, logger, limiter, cancellations } = options;

  function reserve({ userId, clientAddress }: Payer): Promise<PromiseSettledResult<Reservation>[]> {
    const user = limiter.reserve({ limit: 'declined-cards-user', key: userId });
    const address = clientAddress
      ? [limiter.reserve({ limit: 'declined-cards-address', key: clientAddress })]
      : [];
    return Promise.allSettled([user, ...address]);
  }

  /** False where this decline reached a limit. */
  async function isWithinLimits(payer: Payer): Promise<boolean> {
    const results = await reserve(payer);
    return results.every((each) => each.status === 'fulfilled' && each.value.remaining > 0);
  }

  return {
    async assertWithinLimits(payer) {
      const results = await reserve(payer);
      for (const each of results) if (each.status === 'fulfilled') await each.value.release();
      for (const each of results) if (each.status === 'rejected') throw each.reason;
    },

    async record(intentId, isNew) {
      const attempt = await inTransaction(pool, async (tx) =>
        (await isNew(tx)) ? countDecline(tx, intentId) : null,
      );
      if (!attempt) return;
      const { id: attemptId, declines } = attempt;
      const isAllowed = (await isWithinLimits(attempt)) && declines < MAX_DECLINES_PER_INTENT;
      if (isAllowed) return;
      await cancelDeclinedAttempt(pool, attemptId);
      logger.warn({ attemptId, declines }, 'payment_attempt.declined_too_often');
      await cancellations.processDue();
    },
  };
}
