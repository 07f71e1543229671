import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { CANCELLATION_REASON } from './refunds.store.ts';

export type CancelledHunt = { productId: string; reason: string; cancelledAt: Date };

const INSERT_CANCELLED_HUNT = statement(
  'payment.insertCancelledHunt',
  `INSERT INTO cancelled_hunts (product_id, reason, cancelled_at) VALUES ($1, $2, $3)
   ON CONFLICT (product_id) DO NOTHING`,
);

export async function insertCancelledHunt(tx: Transaction, hunt: CancelledHunt): Promise<void> {
  await INSERT_CANCELLED_HUNT.execute(tx, [hunt.productId, hunt.reason, hunt.cancelledAt]);
}

const FIND_CANCELLED_HUNT = statement(
  'payment.findCancelledHunt',
  `SELECT product_id AS "productId", reason, cancelled_at AS "cancelledAt"
   FROM cancelled_hunts WHERE product_id = $1`,
);

export async function findCancelledHunt(
  db: Database,
  productId: string,
): Promise<CancelledHunt | null> {
  return FIND_CANCELLED_HUNT.first(db, [productId]);
}

const LIST_PURCHASES_TO_REFUND = statement(
  'payment.listPurchasesToRefund',
  `SELECT p.id
   FROM cancelled_hunts c
   JOIN purchases p ON p.product_id = c.product_id AND p.status = 'completed'
   WHERE NOT EXISTS (SELECT FROM refund_requests r WHERE r.purchase_id = p.id AND r.reason = $2)
   LIMIT $1`,
);

/** Completed purchases of cancelled hunts for which no refund was requested by the cancellation. */
export async function listPurchasesToRefund(db: Database, limit: number): Promise<string[]> {
  const rows = await LIST_PURCHASES_TO_REFUND.all(db, [limit, CANCELLATION_REASON]);
  return rows.map(({ id }) => id);
}

export type RefundProgress = {
  cancelledAt: Date | null;
  lastClosedAt: Date | null;
  currency: string | null;
  members: number;
  membersCents: number;
  openPayments: number;
  pending: number;
  refunded: number;
  refundedCents: number;
  failed: number;
  disputed: number;
  late: number;
};

const READ_REFUND_PROGRESS = statement(
  'payment.readRefundProgress',
  `WITH charges AS (
     SELECT p.status, p.amount_cents, p.currency, p.created_at, p.refunded_at,
            r.purchase_id IS NOT NULL AS is_requested, r.closed_at
     FROM purchases p
     LEFT JOIN refund_requests r ON r.purchase_id = p.id AND r.reason = $2
     WHERE p.product_id = $1)
   SELECT (SELECT cancelled_at FROM cancelled_hunts WHERE product_id = $1) AS "cancelledAt",
     greatest((SELECT received_at FROM cancelled_hunts WHERE product_id = $1),
              max(refunded_at), max(closed_at)) AS "lastClosedAt",
     max(currency) AS currency,
     (count(*) FILTER (WHERE status = 'completed' AND NOT is_requested))::int AS members,
     coalesce(sum(amount_cents) FILTER (WHERE status = 'completed' AND NOT is_requested), 0)::float8
       AS "membersCents",
     (SELECT count(*)::int FROM payment_attempts WHERE product_id = $1 AND state = 'open')
       AS "openPayments",
     (count(*) FILTER (WHERE status = 'refund_pending'))::int AS pending,
     (count(*) FILTER (WHERE status = 'refunded'))::int AS refunded,
     coalesce(sum(amount_cents) FILTER (WHERE status = 'refunded'), 0)::float8 AS "refundedCents",
     (count(*) FILTER (WHERE status = 'completed' AND is_requested))::int AS failed,
     (count(*) FILTER (WHERE status = 'disputed'))::int AS disputed,
     (count(*) FILTER (WHERE status = 'rejected' AND created_at >= (
        SELECT cancelled_at FROM cancelled_hunts WHERE product_id = $1)))::int AS late
   FROM charges`,
);

/** Before the cancellation, refunds that staff made for single members are counted as refunded. */
export async function readRefundProgress(db: Database, productId: string): Promise<RefundProgress> {
  return READ_REFUND_PROGRESS.one(db, [productId, CANCELLATION_REASON]);
}

export type RefundProblem = {
  purchaseId: string;
  receiptNumber: string;
  userId: string;
  status: 'completed' | 'disputed';
  amountCents: number;
};

const LIST_REFUND_PROBLEMS = statement(
  'payment.listRefundProblems',
  `SELECT p.id AS "purchaseId", p.receipt_number AS "receiptNumber!", p.user_id AS "userId", p.status, p.amount_cents AS "amountCents"
   FROM purchases p
   WHERE p.product_id = $1 AND (p.status = 'disputed' OR (p.status = 'completed' AND EXISTS (
     SELECT FROM refund_requests r WHERE r.purchase_id = p.id AND r.reason = $2)))
   ORDER BY p.created_at, p.id LIMIT $3`,
);

/** Purchases of a hunt that the cancellation could not refund. */
export async function listRefundProblems(
  db: Database,
  productId: string,
  limit: number,
): Promise<RefundProblem[]> {
  return LIST_REFUND_PROBLEMS.all(db, [productId, CANCELLATION_REASON, limit]);
}
