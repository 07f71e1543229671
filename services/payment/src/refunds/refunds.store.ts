import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { RefundOrder } from '../stripe/reversals.ts';

export type RefundRequest = RefundOrder & { purchaseId: string };

const COLUMNS = `r.id, r.purchase_id AS "purchaseId", r.tries,
  r.broken_answers AS "brokenAnswers", p.stripe_payment_intent_id AS "intentId"`;

/** At most one is open for a purchase: a second one is an error of the database. */
export async function insertRefundRequest(
  tx: Transaction,
  request: { purchaseId: string; adminId: string | null; reason: string },
): Promise<string> {
  const { rows } = await tx.query(
    'INSERT INTO refund_requests (purchase_id, admin_id, reason) VALUES ($1, $2, $3) RETURNING id',
    [request.purchaseId, request.adminId, request.reason],
  );
  return rows[0].id;
}

/**
 * Takes open requests whose time has come, all or one of them, and counts the try. Whoever took one
 * has `leaseSeconds` for it; then it is due again.
 */
export async function leaseRefundRequests(
  db: Database,
  { id = null, limit, leaseSeconds }: { id?: string | null; limit: number; leaseSeconds: number },
): Promise<RefundRequest[]> {
  const { rows } = await db.query(
    `UPDATE refund_requests r
     SET tries = tries + 1,
         next_try_at = now() + make_interval(secs => $3 * least(power(2, tries), 64))
     FROM purchases p
     WHERE p.id = r.purchase_id AND r.id IN (
       SELECT id FROM refund_requests
       WHERE state = 'open' AND next_try_at <= now() AND ($1::uuid IS NULL OR id = $1)
       ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [id, limit, leaseSeconds],
  );
  return rows;
}

/** Counts an answer that Stripe would repeat for the same key, once for all who got it. */
export async function countBrokenAnswer(db: Database, request: RefundRequest): Promise<void> {
  await db.query(
    `UPDATE refund_requests SET broken_answers = broken_answers + 1
     WHERE id = $1 AND broken_answers = $2`,
    [request.id, request.brokenAnswers],
  );
}

export async function closeRefundRequest(
  tx: Transaction,
  id: string,
  state: 'made' | 'refused',
): Promise<void> {
  await tx.query(
    `UPDATE refund_requests SET state = $2, closed_at = now() WHERE id = $1 AND state = 'open'`,
    [id, state],
  );
}

export async function hasOpenRefundRequest(db: Database, purchaseId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM refund_requests WHERE purchase_id = $1 AND state = 'open'`,
    [purchaseId],
  );
  return rowCount !== 0;
}
