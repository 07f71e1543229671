import { purchaseDisputed, purchaseRefunded, stateOf } from '@cairn/contracts/events/purchases.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { closeRefundRequest, hasOpenRefundRequest } from '../refunds/refunds.store.ts';
import type { StripeReversals } from '../stripe/reversals.ts';
import { eventFor, isAllowed, type Reversals, type Standing, statusBy } from './purchase-status.ts';
import type { Purchase } from './purchases.store.ts';
import type { Alongside } from './settlement.ts';
import {
  beginLook,
  isPlaceTaken,
  type LockedPurchase,
  lockPurchase,
  saveStanding,
} from './standing.store.ts';

export type ConvergenceOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  reversals: StripeReversals;
};

type Also = {
  alongside?: Alongside;
  /** A refund request that has its end, told together with what it led to. */
  closing?: { id: string; state: 'made' | 'refused' };
};

/**
 * Reads at Stripe what became of a purchase and brings it there. Looks are numbered before they
 * read: one that is written late, after a look that began after it, changes nothing, since what it
 * saw the other saw too. So repeats in any order and from several copies end with the newest read.
 * True where the purchase changed.
 */
export async function converge(
  options: ConvergenceOptions,
  { id, intentId }: Pick<Purchase, 'id' | 'intentId'>,
  also: Also = {},
): Promise<boolean> {
  const look = await beginLook(options.pool, id);
  const reversals = await options.reversals.read(intentId);
  const end = await inTransaction(options.pool, (tx) =>
    apply(options, tx, { id, look, reversals, also }),
  );
  // The other look counted the request as open, so that one more has to be taken without it.
  if (end === 'overtaken' && also.closing) return converge(options, { id, intentId });
  return end === 'changed';
}

type Look = { id: string; look: number; reversals: Reversals; also: Also };

async function apply(
  options: ConvergenceOptions,
  tx: Transaction,
  { id, look, reversals, also }: Look,
): Promise<'changed' | 'same' | 'overtaken'> {
  await also.alongside?.(tx);
  const before = await lockPurchase(tx, id);
  if (!before) throw new Error(`the purchase ${id} is gone`);
  if (also.closing) await closeRefundRequest(tx, also.closing.id, also.closing.state);
  if (before.lookApplied > look) return 'overtaken';
  const standing = await conclude(options, tx, before, reversals);
  const isSame = standing.status === before.status && standing.dispute === before.dispute;
  const after = {
    ...before,
    ...standing,
    refundedAt: reversals.refundedCents >= before.amountCents ? reversals.refundedAt : null,
    isRefundPending: reversals.pendingCents > 0,
    version: eventFor(before, standing) ? before.version + 1 : before.version,
    lookApplied: look,
  };
  await saveStanding(tx, after);
  if (isSame) return 'same';
  await announceChange(options, tx, before, after);
  return 'changed';
}

async function conclude(
  { logger }: ConvergenceOptions,
  tx: Transaction,
  before: LockedPurchase,
  reversals: Reversals,
): Promise<Standing> {
  const { id: purchaseId, status, amountCents, dispute } = before;
  const { refundedCents } = reversals;
  if (refundedCents > 0 && refundedCents < amountCents) {
    logger.warn({ purchaseId, refundedCents, amountCents }, 'purchase.partly_refunded');
  }
  if (status === 'rejected') return { status, dispute: reversals.dispute };
  const isRefundAsked = await hasOpenRefundRequest(tx, purchaseId);
  const next = statusBy(reversals, { amountCents, isRefundAsked });
  // Its buyer joined anew with other money: two charges, one place. Only a person can settle that.
  if (status === 'refunded' && next !== 'refunded' && (await isPlaceTaken(tx, before))) {
    logger.error({ purchaseId, wouldBe: next }, 'purchase.refund_undone_after_joining_anew');
    return { status, dispute };
  }
  if (next !== status && !isAllowed(status, next, 'stripe')) {
    throw new Error(`${purchaseId} may not go from ${status} to ${next}`);
  }
  return { status: next, dispute: reversals.dispute };
}

/** Publishes what others must follow. Last in the transaction. */
export async function announceChange(
  { publish, logger }: Pick<ConvergenceOptions, 'publish' | 'logger'>,
  tx: Transaction,
  before: LockedPurchase,
  after: LockedPurchase,
): Promise<void> {
  const told = eventFor(before, after);
  const { id: purchaseId, userId, productId, version } = after;
  logger.info(
    { purchaseId, userId, from: before.status, to: after.status, dispute: after.dispute },
    'purchase.changed',
  );
  if (!told) return;
  const { amountCents, currency, bonusCents, productTitle, handle } = after;
  const data = {
    ...{ purchaseId, userId, productId, version },
    ...stateOf(after.status),
    ...{ amountCents, currency, bonusCents, productTitle, handle },
    at: new Date().toISOString(),
  };
  if (told.event === 'refunded') {
    await publish(tx, purchaseRefunded, { ...data, outcome: told.outcome });
  } else {
    await publish(tx, purchaseDisputed, { ...data, outcome: told.outcome });
  }
}
