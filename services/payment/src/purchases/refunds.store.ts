import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { RefundParams } from '../stripe/reversals.ts';

export type RefundRequest = RefundParams & { purchaseId: string };

const COLUMNS = `r.id, r.purchase_id AS "purchaseId", r.tries,
  r.broken_answers AS "replayedErrors", p.stripe_payment_intent_id AS "intentId"`;

const INSERT_REFUND_REQUEST = statement(
  'payment.insertRefundRequest',
  'INSERT INTO refund_requests (purchase_id, admin_id, reason) VALUES ($1, $2?, $3) RETURNING id',
);

/** A purchase has at most one open request: the database refuses a second one. */
export async function insertRefundRequest(
  tx: Transaction,
  request: { purchaseId: string; adminId: string | null; reason: string },
): Promise<string> {
  const row = await INSERT_REFUND_REQUEST.one(tx, [
    request.purchaseId,
    request.adminId,
    request.reason,
  ]);
  return row.id;
}

const LEASE_REFUND_REQUESTS = statement(
  'payment.leaseRefundRequests',
  `UPDATE refund_requests r
   SET tries = tries + 1,
       next_try_at = now() + make_interval(secs => $3 * power(2, least(tries, 6)))
   FROM purchases p
   WHERE p.id = r.purchase_id AND r.id IN (
     SELECT id FROM refund_requests
     WHERE state = 'open' AND next_try_at <= now() AND ($1?::uuid IS NULL OR id = $1)
     ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING ${COLUMNS}`,
);

/**
 * Leases open requests that are due, all or one, and counts the try. They are due again after
 * `leaseSeconds`, which doubles with each try.
 */
export async function leaseRefundRequests(
  db: Database,
  { id = null, limit, leaseSeconds }: { id?: string | null; limit: number; leaseSeconds: number },
): Promise<RefundRequest[]> {
  return LEASE_REFUND_REQUESTS.all(db, [id, limit, leaseSeconds]);
}

const FIND_NEXT_REFUND_IN_MS = statement(
  'payment.findNextRefundInMs',
  `SELECT (extract(epoch FROM min(next_try_at) - clock_timestamp()) * 1000)::float AS ms
   FROM refund_requests WHERE state = 'open'`,
);

/** Negative if overdue; null without an open request. */
export async function findNextRefundInMs(db: Database): Promise<number | null> {
  const row = await FIND_NEXT_REFUND_IN_MS.one(db);
  return row.ms;
}

export type RefundFigures = { oldestOpenSeconds: number; failed: number };

const FAILED_REFUND_DAYS = 30;

const READ_REFUND_FIGURES = statement(
  'payment.readRefundFigures',
  `SELECT
   (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
    FROM refund_requests WHERE state = 'open') AS "oldestOpenSeconds",
   (SELECT count(*)::int FROM purchases p
    WHERE refunded_at IS NULL AND NOT is_refund_pending
      AND (dispute IS NULL OR dispute = 'won')
      AND NOT EXISTS (SELECT FROM refund_requests r
                      WHERE r.purchase_id = p.id AND r.state = 'open')
      AND (status = 'rejected' OR EXISTS (
        SELECT FROM refund_requests r
        WHERE r.purchase_id = p.id AND r.closed_at > now() - make_interval(days => $1)))
   ) AS failed`,
);

/**
 * `failed`: purchases whose money has to go back and for which no refund is open or pending, because
 * Stripe or the bank refused it. Refunds by staff are counted for 30 days.
 */
export async function readRefundFigures(db: Database): Promise<RefundFigures> {
  return READ_REFUND_FIGURES.one(db, [FAILED_REFUND_DAYS]);
}

const COUNT_REPLAYED_ERROR = statement(
  'payment.countReplayedError',
  `UPDATE refund_requests SET broken_answers = broken_answers + 1
   WHERE id = $1 AND broken_answers = $2`,
);

/** Counts an error that Stripe would replay for the same idempotency key, once for concurrent callers. */
export async function countReplayedError(db: Database, request: RefundRequest): Promise<void> {
  await COUNT_REPLAYED_ERROR.execute(db, [request.id, request.replayedErrors]);
}

const CLOSE_REFUND_REQUEST = statement(
  'payment.closeRefundRequest',
  `UPDATE refund_requests SET state = $2, closed_at = now() WHERE id = $1 AND state = 'open'`,
);

export async function closeRefundRequest(
  tx: Transaction,
  id: string,
  state: 'made' | 'refused',
): Promise<void> {
  await CLOSE_REFUND_REQUEST.execute(tx, [id, state]);
}

const ERASE_REFUND_REASONS_OF_USER = statement(
  'payment.eraseRefundReasonsOfUser',
  `UPDATE refund_requests r SET reason = '' FROM purchases p
   WHERE p.id = r.purchase_id AND p.user_id = $1 AND r.admin_id IS NOT NULL`,
);

/** Erases what staff wrote about a user's refunds. Requests without an admin carry fixed texts. */
export async function eraseRefundReasonsOfUser(tx: Transaction, userId: string): Promise<void> {
  await ERASE_REFUND_REASONS_OF_USER.execute(tx, [userId]);
}

const HAS_OPEN_REFUND_REQUEST = statement(
  'payment.hasOpenRefundRequest',
  `SELECT FROM refund_requests WHERE purchase_id = $1 AND state = 'open'`,
);

export async function hasOpenRefundRequest(db: Database, purchaseId: string): Promise<boolean> {
  return (await HAS_OPEN_REFUND_REQUEST.execute(db, [purchaseId])) !== 0;
}

/** The reason of the refund requests that a cancellation makes, at most one for each purchase. */
export const CANCELLATION_REASON = 'hunt_cancelled';

const INSERT_CANCELLATION_REFUND = statement(
  'payment.insertCancellationRefund',
  `INSERT INTO refund_requests (purchase_id, reason)
   SELECT $1, $2
   WHERE NOT EXISTS (SELECT FROM refund_requests WHERE purchase_id = $1 AND reason = $2)`,
);

/** False if there is one already. Requires the lock of the purchase. */
export async function insertCancellationRefund(
  tx: Transaction,
  purchaseId: string,
): Promise<boolean> {
  return (await INSERT_CANCELLATION_REFUND.execute(tx, [purchaseId, CANCELLATION_REASON])) === 1;
}
