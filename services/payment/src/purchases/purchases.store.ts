import type { Card } from '@cairn/contracts/card.ts';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { Terms } from '../attempts/attempts.store.ts';
import type { Dispute } from './purchase-status.ts';

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
  recordedEvent: EventEnvelope | null;
  handedOverAt: Date | null;
};

export type NewPurchase = Terms & {
  userId: string;
  intentId: string;
  card: Card | null;
  status: 'completed' | 'rejected';
};

const COLUMNS = `id, user_id AS "userId", product_id AS "productId",
  product_title AS "productTitle", handle, region, amount_cents AS "amountCents", currency,
  bonus_cents AS "bonusCents", stripe_payment_intent_id AS "intentId", status, version,
  CASE WHEN card_last4 IS NOT NULL
    THEN json_build_object('brand', card_brand, 'last4', card_last4) END AS card,
  dispute, refunded_at AS "refundedAt", created_at AS "createdAt",
  recorded_event AS "recordedEvent", handed_over_at AS "handedOverAt"`;

/**
 * Null where the intent is already recorded or, for a purchase that is not rejected, where another
 * purchase of the user already counts for the hunt. Waits for concurrent inserts of either.
 */
export async function insertPurchase(
  tx: Transaction,
  purchase: NewPurchase,
): Promise<Purchase | null> {
  const { rows } = await tx.query(
    `INSERT INTO purchases
       (user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
        stripe_payment_intent_id, status, card_brand, card_last4)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      purchase.userId,
      purchase.productId,
      purchase.productTitle,
      purchase.handle,
      purchase.region,
      purchase.amountCents,
      purchase.currency,
      purchase.bonusCents,
      purchase.intentId,
      purchase.status,
      purchase.card?.brand ?? null,
      purchase.card?.last4 ?? null,
    ],
  );
  return rows[0] ?? null;
}

export async function findPurchaseOfIntent(
  db: Database,
  intentId: string,
): Promise<Purchase | null> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM purchases WHERE stripe_payment_intent_id = $1`,
    [intentId],
  );
  return rows[0] ?? null;
}

export async function hasMembership(
  db: Database,
  userId: string,
  productId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM purchases WHERE user_id = $1 AND product_id = $2
       AND status IN ('completed', 'refund_pending', 'disputed')`,
    [userId, productId],
  );
  return rowCount !== 0;
}

export async function listPurchases(db: Database, userId: string): Promise<Purchase[]> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM purchases WHERE user_id = $1 ORDER BY created_at DESC, id`,
    [userId],
  );
  return rows;
}

export async function saveRecordedEvent(
  tx: Transaction,
  id: string,
  event: EventEnvelope,
): Promise<void> {
  await tx.query('UPDATE purchases SET recorded_event = $2 WHERE id = $1', [
    id,
    JSON.stringify(event),
  ]);
}

export async function markHandedOver(db: Database, id: string): Promise<void> {
  await db.query(
    'UPDATE purchases SET handed_over_at = now() WHERE id = $1 AND handed_over_at IS NULL',
    [id],
  );
}

export async function findPurchase(db: Database, id: string): Promise<Purchase | null> {
  const { rows } = await db.query(`SELECT ${COLUMNS} FROM purchases WHERE id::text = $1`, [id]);
  return rows[0] ?? null;
}

/** For a deleted user: purchases are kept for accounting, without their cards. */
export async function eraseCardsOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE purchases SET card_brand = NULL, card_last4 = NULL,
       recorded_event = recorded_event #- '{data,card}'
     WHERE user_id = $1`,
    [userId],
  );
}
