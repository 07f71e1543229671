import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { huntCancelled } from '@cairn/contracts/events/hunts.ts';
import type { HuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  insertCancelledHunt,
  listPurchasesToRefund,
  listRefundProblems,
  readRefundProgress,
} from '../purchases/cancelled-hunts.store.ts';
import { isAllowed } from '../purchases/purchase-status.ts';
import { lockPurchase, savePurchaseState } from '../purchases/purchases.store.ts';
import { insertCancellationRefund } from '../purchases/refunds.store.ts';
import { publishChange, type StripeSyncOptions } from '../purchases/stripe-sync.ts';

export type CancelledHunts = {
  /**
   * Requests refunds for purchases of cancelled hunts; `Refunds.processDue` makes them at Stripe.
   * Returns 0 while there may be more, otherwise null.
   */
  requestRefunds(): Promise<number | null>;
  readRefunds(productId: string): Promise<HuntRefunds>;
};

/** One transaction for each purchase, so that a stop in between loses nothing. */
const BATCH_SIZE = 100;
const MAX_PROBLEMS = 100;
const CURRENCY = 'USD';

export async function saveCancelledHunt(
  tx: Transaction,
  { huntId, reason, cancelledAt }: EventData<typeof huntCancelled>,
): Promise<void> {
  await insertCancelledHunt(tx, {
    productId: huntId,
    reason,
    cancelledAt: new Date(cancelledAt),
  });
}

export function createCancelledHunts(options: StripeSyncOptions): CancelledHunts {
  return {
    async requestRefunds() {
      // Repeated by a timer: a charge that was being recorded, or a dispute that is won later, is found too.
      const purchaseIds = await listPurchasesToRefund(options.pool, BATCH_SIZE);
      for (const purchaseId of purchaseIds) {
        await inTransaction(options.pool, (tx) => requestRefund(options, tx, purchaseId));
      }
      return purchaseIds.length === BATCH_SIZE ? 0 : null;
    },
    readRefunds: (productId) => readRefunds(options.pool, productId),
  };
}

/** Does nothing where another replica was first or the purchase changed. */
async function requestRefund(
  options: StripeSyncOptions,
  tx: Transaction,
  purchaseId: string,
): Promise<void> {
  const before = await lockPurchase(tx, purchaseId);
  if (!before || !isAllowed(before.status, 'refund_pending', 'staff')) return;
  if (!(await insertCancellationRefund(tx, purchaseId))) return;
  const after = { ...before, status: 'refund_pending' as const, version: before.version + 1 };
  await savePurchaseState(tx, after);
  await publishChange(options, tx, before, after);
}

async function readRefunds(pool: Pool, productId: string): Promise<HuntRefunds> {
  const progress = await readRefundProgress(pool, productId);
  const { cancelledAt, lastClosedAt, currency, membersCents, refundedCents, ...counts } = progress;
  const problems = cancelledAt ? await listRefundProblems(pool, productId, MAX_PROBLEMS) : [];
  const isFinished = cancelledAt && counts.members + counts.pending + counts.openPayments === 0;
  return {
    hunt_id: productId,
    cancelled_at: cancelledAt?.toISOString() ?? null,
    finished_at: isFinished ? (lastClosedAt?.toISOString() ?? null) : null,
    currency: currency ?? CURRENCY,
    members: counts.members,
    members_amount: dollarsFromCents(membersCents),
    open_payments: counts.openPayments,
    pending: counts.pending,
    refunded: counts.refunded,
    refunded_amount: dollarsFromCents(refundedCents),
    failed: counts.failed,
    disputed: counts.disputed,
    late: counts.late,
    problems: problems.map(({ purchaseId, receiptNumber, userId, status, amountCents }) => ({
      purchase_id: purchaseId,
      receipt_number: receiptNumber,
      user_id: userId,
      status,
      amount: dollarsFromCents(amountCents),
    })),
  };
}
