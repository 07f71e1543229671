import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Dispute } from '../stripe/reversals.ts';
import type { Terms } from './attempts.store.ts';

/** A purchase whose row is locked until the end of the transaction. */
export type LockedPurchase = Pick<
  Terms,
  'productId' | 'productTitle' | 'handle' | 'amountCents' | 'currency' | 'bonusCents'
> & {
  id: string;
  userId: string;
  status: PurchaseStatus;
  version: number;
  dispute: Dispute | null;
  refundedAt: Date | null;
  isRefundPending: boolean;
  receiptNumber: string;
  appliedReadSequence: number;
};

const LOCK_PURCHASE = statement(
  'payment.lockPurchase',
  `SELECT id, user_id AS "userId", product_id AS "productId", product_title AS "productTitle",
     handle, amount_cents AS "amountCents", currency, bonus_cents AS "bonusCents", status, version, dispute,
     refunded_at AS "refundedAt", is_refund_pending AS "isRefundPending",
     receipt_number AS "receiptNumber!",
     look_applied AS "appliedReadSequence"
   FROM purchases WHERE id::text = $1 FOR UPDATE`,
);

export async function lockPurchase(tx: Transaction, id: string): Promise<LockedPurchase | null> {
  return LOCK_PURCHASE.first(tx, [id]);
}

const NEXT_READ_SEQUENCE = statement(
  'payment.nextReadSequence',
  'UPDATE purchases SET looks_begun = looks_begun + 1 WHERE id = $1 RETURNING looks_begun AS "readSequence"',
);

/** Must be called before the read at Stripe that the number is for. */
export async function nextReadSequence(db: Database, id: string): Promise<number> {
  const row = await NEXT_READ_SEQUENCE.one(db, [id]);
  return row.readSequence;
}

const SAVE_PURCHASE_STATE = statement(
  'payment.savePurchaseState',
  `UPDATE purchases SET status = $2, version = $3, dispute = $4?, refunded_at = $5?,
     is_refund_pending = $6, look_applied = $7
   WHERE id = $1`,
);

export async function savePurchaseState(tx: Transaction, purchase: LockedPurchase): Promise<void> {
  await SAVE_PURCHASE_STATE.execute(tx, [
    purchase.id,
    purchase.status,
    purchase.version,
    purchase.dispute,
    purchase.refundedAt,
    purchase.isRefundPending,
    purchase.appliedReadSequence,
  ]);
}

const HAS_OTHER_MEMBERSHIP = statement(
  'payment.hasOtherMembership',
  `SELECT FROM purchases WHERE user_id = $1 AND product_id = $2 AND id <> $3
   AND status IN ('completed', 'refund_pending', 'disputed')`,
);

/** Whether another purchase of the user keeps them from buying the same hunt again. */
export async function hasOtherMembership(
  tx: Transaction,
  purchase: LockedPurchase,
): Promise<boolean> {
  return (
    (await HAS_OTHER_MEMBERSHIP.execute(tx, [purchase.userId, purchase.productId, purchase.id])) !==
    0
  );
}
