import type { Card } from '@cairn/contracts/card.ts';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { metadataOf } from '@cairn/events/outbox.store.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Dispute } from '../stripe/reversals.ts';
import type { Terms } from './attempts.store.ts';

export type Purchase = Terms & {
  id: string;
  userId: string;
  intentId: string;
  card: Card | null;
  status: PurchaseStatus;
  version: number;
  dispute: Dispute | null;
  refundedAt: Date | null;
  createdAt: Date;
  receiptNumber: string;
  recordedEvent: EventEnvelope | null;
  handedOverAt: Date | null;
};

export type NewPurchase = Terms & { userId: string; intentId: string; card: Card | null };

const COLUMNS = `id, user_id AS "userId", product_id AS "productId",
  product_title AS "productTitle", handle, region, amount_cents AS "amountCents", currency,
  bonus_cents AS "bonusCents", stripe_payment_intent_id AS "intentId", status, version,
  CASE WHEN card_last4 IS NOT NULL
    THEN json_build_object('brand', card_brand, 'last4', card_last4) END AS card,
  dispute, refunded_at AS "refundedAt", created_at AS "createdAt",
  receipt_number AS "receiptNumber!", recorded_event AS "recordedEvent", handed_over_at AS "handedOverAt"`;

const INSERT_REJECTED_PURCHASE = statement(
  'payment.insertRejectedPurchase',
  `INSERT INTO purchases
     (user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
      stripe_payment_intent_id, status, card_brand, card_last4)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'rejected', $10?, $11?)
   ON CONFLICT DO NOTHING
   RETURNING ${COLUMNS}`,
);

/**
 * Inserts the purchase of a charge that is refunded. Null where the intent is already recorded;
 * waits for a concurrent insert.
 */
export async function insertRejectedPurchase(
  tx: Transaction,
  purchase: NewPurchase,
): Promise<Purchase | null> {
  return INSERT_REJECTED_PURCHASE.first(tx, [
    purchase.userId,
    purchase.productId,
    purchase.productTitle,
    purchase.handle,
    purchase.region,
    purchase.amountCents,
    purchase.currency,
    purchase.bonusCents,
    purchase.intentId,
    purchase.card?.brand ?? null,
    purchase.card?.last4 ?? null,
  ]);
}

export type NewCompletedPurchase = Omit<Purchase, 'receiptNumber'> & {
  recordedEvent: EventEnvelope;
};

const INSERT_COMPLETED_PURCHASE = statement(
  'payment.insertCompletedPurchase',
  `WITH purchase AS (
     INSERT INTO purchases
       (id, user_id, product_id, product_title, handle, region, amount_cents, currency,
        bonus_cents, stripe_payment_intent_id, status, card_brand, card_last4, created_at,
        recorded_event)
     SELECT $1::uuid, $2, $3, $4, $5, $6, $7::integer, $8, $9::integer, $10, 'completed',
       $11?, $12?, $13::timestamptz, $14::jsonb
     WHERE NOT is_erased($2)
     ON CONFLICT DO NOTHING RETURNING receipt_number, recorded_event),
   attempt AS (
     UPDATE payment_attempts SET state = 'succeeded', client_address = NULL
     WHERE id = $15 AND EXISTS (SELECT FROM purchase))
   SELECT receipt_number AS "receiptNumber!", recorded_event AS "recordedEvent!",
     publish_event($16, $17, $18, $19, $20, $21, $22, $23?, recorded_event->'data')
   FROM purchase`,
);

/**
 * Inserts a purchase that grants membership with its `purchase.recorded`, and closes its attempt, in
 * one statement. A trigger adds the receipt number to the row and to the event. Null, without a write,
 * where the user is erased, the intent is already recorded, or another purchase of the user counts for
 * the hunt. Waits for concurrent inserts.
 */
export async function insertCompletedPurchase(
  db: Database,
  purchase: NewCompletedPurchase,
  attemptId: string,
): Promise<Purchase | null> {
  const { recordedEvent } = purchase;
  const row = await INSERT_COMPLETED_PURCHASE.first(db, [
    purchase.id,
    purchase.userId,
    purchase.productId,
    purchase.productTitle,
    purchase.handle,
    purchase.region,
    purchase.amountCents,
    purchase.currency,
    purchase.bonusCents,
    purchase.intentId,
    purchase.card?.brand ?? null,
    purchase.card?.last4 ?? null,
    purchase.createdAt,
    JSON.stringify(recordedEvent),
    attemptId,
    ...metadataOf(recordedEvent),
  ]);
  if (!row) return null;
  const { receiptNumber, recordedEvent: numberedEvent } = row;
  return { ...purchase, receiptNumber, recordedEvent: numberedEvent };
}

const FIND_PURCHASE_OF_INTENT = statement(
  'payment.findPurchaseOfIntent',
  `SELECT ${COLUMNS} FROM purchases WHERE stripe_payment_intent_id = $1`,
);

export async function findPurchaseOfIntent(
  db: Database,
  intentId: string,
): Promise<Purchase | null> {
  return FIND_PURCHASE_OF_INTENT.first(db, [intentId]);
}

const HAS_MEMBERSHIP = statement(
  'payment.hasMembership',
  `SELECT FROM purchases WHERE user_id = $1 AND product_id = $2
   AND status IN ('completed', 'refund_pending', 'disputed')`,
);

export async function hasMembership(
  db: Database,
  userId: string,
  productId: string,
): Promise<boolean> {
  return (await HAS_MEMBERSHIP.execute(db, [userId, productId])) !== 0;
}

const LIST_PURCHASES = statement(
  'payment.listPurchases',
  `SELECT ${COLUMNS} FROM purchases WHERE user_id = $1 ORDER BY created_at DESC, id`,
);

export async function listPurchases(db: Database, userId: string): Promise<Purchase[]> {
  return LIST_PURCHASES.all(db, [userId]);
}

const MARK_HANDED_OVER = statement(
  'payment.markHandedOver',
  `UPDATE purchases SET handed_over_at = now()
   WHERE id = $1 AND handed_over_at IS NULL
     AND set_config('synchronous_commit', 'off', true) = 'off'`,
);

/**
 * Commits without waiting for the disk: a mark that is lost in a crash of Postgres only repeats the
 * hand-over, which the receivers then know.
 */
export async function markHandedOver(db: Database, id: string): Promise<void> {
  await MARK_HANDED_OVER.execute(db, [id]);
}

const FIND_PURCHASE = statement(
  'payment.findPurchase',
  `SELECT ${COLUMNS} FROM purchases WHERE id::text = $1`,
);

export async function findPurchase(db: Database, id: string): Promise<Purchase | null> {
  return FIND_PURCHASE.first(db, [id]);
}

const ERASE_CARDS_OF_USER = statement(
  'payment.eraseCardsOfUser',
  `UPDATE purchases SET card_brand = NULL, card_last4 = NULL,
     recorded_event = recorded_event #- '{data,card}'
   WHERE user_id = $1`,
);

/** For a deleted user: purchases are kept for accounting, without their cards. */
export async function eraseCardsOfUser(tx: Transaction, userId: string): Promise<void> {
  await ERASE_CARDS_OF_USER.execute(tx, [userId]);
}

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
