import { purchaseDisputed, purchaseRefunded, stateOf } from '@cairn/contracts/events/purchases.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Reversals, StripeReversals } from '../stripe/reversals.ts';
import { findCancelledHunt } from './cancelled-hunts.store.ts';
import { eventFor, isAllowed, type PurchaseState, statusFrom } from './purchase-status.ts';
import {
  hasOtherMembership,
  type LockedPurchase,
  lockPurchase,
  nextReadSequence,
  type Purchase,
  savePurchaseState,
} from './purchases.store.ts';
import type { InSameTransaction } from './record-purchase.ts';
import { closeRefundRequest, hasOpenRefundRequest } from './refunds.store.ts';

export type StripeSyncOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  reversals: StripeReversals;
};

type SyncExtras = {
  inSameTransaction?: InSameTransaction;
  /** A refund request to close in the transaction that updates the purchase. */
  closing?: { id: string; state: 'made' | 'refused' };
};

/**
 * Reads refunds and disputes at Stripe and updates the purchase. Each read gets its sequence number
 * before it starts; a result is applied only if no later read was applied. So concurrent calls, in
 * any order and from several replicas, end with the newest read. True where the purchase changed.
 */
export async function syncPurchase(
  options: StripeSyncOptions,
  { id, intentId }: Pick<Purchase, 'id' | 'intentId'>,
  extras: SyncExtras = {},
): Promise<boolean> {
  const readSequence = await nextReadSequence(options.pool, id);
  const reversals = await options.reversals.read(intentId);
  const outcome = await inTransaction(options.pool, (tx) =>
    applyRead(options, tx, { id, readSequence, reversals, extras }),
  );
  // The later read counted the refund request as open, so the state must be read once more.
  if (outcome === 'superseded' && extras.closing) return syncPurchase(options, { id, intentId });
  return outcome === 'changed';
}

type StripeRead = {
  id: string;
  readSequence: number;
  reversals: Reversals;
  extras: SyncExtras;
};

async function applyRead(
  options: StripeSyncOptions,
  tx: Transaction,
  { id, readSequence, reversals, extras }: StripeRead,
): Promise<'changed' | 'same' | 'superseded'> {
  await extras.inSameTransaction?.(tx);
  const before = await lockPurchase(tx, id);
  if (!before) throw new Error(`the purchase ${id} is gone`);
  if (extras.closing) await closeRefundRequest(tx, extras.closing.id, extras.closing.state);
  if (before.appliedReadSequence > readSequence) return 'superseded';
  const next = await decideState(options, tx, before, reversals);
  const isSame = next.status === before.status && next.dispute === before.dispute;
  const after = {
    ...before,
    ...next,
    refundedAt: reversals.refundedCents >= before.amountCents ? reversals.refundedAt : null,
    isRefundPending: reversals.pendingCents > 0,
    version: eventFor(before, next) ? before.version + 1 : before.version,
    appliedReadSequence: readSequence,
  };
  await savePurchaseState(tx, after);
  if (isSame) return 'same';
  await publishChange(options, tx, before, after);
  return 'changed';
}

async function decideState(
  { logger }: StripeSyncOptions,
  tx: Transaction,
  before: LockedPurchase,
  reversals: Reversals,
): Promise<PurchaseState> {
  const { id: purchaseId, status, amountCents, dispute } = before;
  const { refundedCents } = reversals;
  if (refundedCents > 0 && refundedCents < amountCents) {
    logger.warn({ purchaseId, refundedCents, amountCents }, 'purchase.partly_refunded');
  }
  if (status === 'rejected') return { status, dispute: reversals.dispute };
  const isRefundRequested = await hasOpenRefundRequest(tx, purchaseId);
  const next = statusFrom(reversals, { amountCents, isRefundRequested });
  // The refund failed after the buyer bought the hunt again: two charges for one membership. Needs a person.
  if (status === 'refunded' && next !== 'refunded' && (await hasOtherMembership(tx, before))) {
    logger.error({ purchaseId, wouldBe: next }, 'purchase.refund_failed_after_new_membership');
    return { status, dispute };
  }
  if (next !== status && !isAllowed(status, next, 'stripe')) {
    throw new Error(`${purchaseId} may not go from ${status} to ${next}`);
  }
  return { status: next, dispute: reversals.dispute };
}

/** Logs the change and publishes its event. Must be the last statement of the transaction. */
export async function publishChange(
  { publish, logger }: Pick<StripeSyncOptions, 'publish' | 'logger'>,
  tx: Transaction,
  before: LockedPurchase,
  after: LockedPurchase,
): Promise<void> {
  const change = eventFor(before, after);
  const { id: purchaseId, userId, productId, version } = after;
  logger.info(
    { purchaseId, userId, from: before.status, to: after.status, dispute: after.dispute },
    'purchase.changed',
  );
  if (!change) return;
  const { amountCents, currency, bonusCents, productTitle, handle, receiptNumber } = after;
  const data = {
    ...{ purchaseId, userId, productId, version },
    ...stateOf(after.status),
    ...{ amountCents, currency, bonusCents, productTitle, handle, receiptNumber },
    at: new Date().toISOString(),
  };
  if (change.event === 'refunded') {
    const cancelled = await findCancelledHunt(tx, productId);
    await publish(tx, purchaseRefunded, {
      ...data,
      outcome: change.outcome,
      ...(cancelled ? { cancellation: { reason: cancelled.reason } } : {}),
    });
  } else {
    await publish(tx, purchaseDisputed, { ...data, outcome: change.outcome });
  }
}
