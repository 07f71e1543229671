import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import type { PurchaseQuery } from '@cairn/contracts/http/staff-purchases.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { KeysetPage } from '@cairn/service-kit/keyset.ts';
import { IS_UNSETTLED } from '../overview/overview.store.ts';
import type { Dispute } from '../stripe/reversals.ts';

export type StaffPurchaseRow = {
  id: string;
  receiptNumber: string;
  userId: string;
  productId: string;
  productTitle: string;
  handle: string;
  region: string;
  amountCents: number;
  currency: string;
  intentId: string;
  status: PurchaseStatus;
  dispute: Dispute | null;
  refundedAt: Date | null;
  createdAt: Date;
  refundState: 'open' | 'made' | 'refused' | null;
  refundReason: string | null;
  refundRequestedAt: Date | null;
};

/** Null leaves a condition out. */
export type PurchaseConditions = {
  ids: string[] | null;
  userIds: string[] | null;
  paymentPrefix: string | null;
  receiptNumber: string | null;
  productId: string | null;
  status: PurchaseStatus | null;
  scope: 'accepted' | 'unsettled' | null;
  dayOf: 'purchase' | 'refund' | 'dispute';
  /** The first day and the last, in UTC. */
  from: string | null;
  to: string | null;
};

// Conditions without a value fold to constants when the statement is planned with its parameters, so
// the statements are not named.
const isDayIn = (dayOf: PurchaseConditions['dayOf'], moment: string) =>
  `($10 <> '${dayOf}'
    OR (($6?::date IS NULL OR ${moment} >= $6::date::timestamp AT TIME ZONE 'UTC')
      AND ($7?::date IS NULL OR ${moment} < ($7::date + 1)::timestamp AT TIME ZONE 'UTC')))`;

const MATCHES = `
  ($1?::uuid[] IS NULL OR p.id = ANY($1))
  AND ($2?::text[] IS NULL OR p.user_id = ANY($2))
  AND ($3?::text IS NULL OR p.stripe_payment_intent_id COLLATE "C" LIKE $3)
  AND ($4?::text IS NULL OR p.product_id = $4)
  AND ($5?::text IS NULL OR p.status = $5)
  AND ($8?::text IS NULL OR p.receipt_number = $8)
  AND ($9?::text IS DISTINCT FROM 'accepted' OR p.status <> 'rejected')
  AND ($9::text IS DISTINCT FROM 'unsettled' OR ${IS_UNSETTLED})
  AND ${isDayIn('purchase', 'p.created_at')}
  AND ${isDayIn('refund', 'p.refunded_at')}
  AND ${isDayIn('dispute', 'p.disputed_at')}`;

const COLUMNS = `p.id, p.receipt_number AS "receiptNumber!", p.user_id AS "userId",
  p.product_id AS "productId",
  p.product_title AS "productTitle", p.handle, p.region, p.amount_cents AS "amountCents", p.currency,
  p.stripe_payment_intent_id AS "intentId", p.status, p.dispute, p.refunded_at AS "refundedAt",
  p.created_at AS "createdAt", r.state AS "refundState", r.reason AS "refundReason",
  r.created_at AS "refundRequestedAt"`;

const NEWEST_REFUND = `LEFT JOIN LATERAL (
    SELECT state, reason, created_at FROM refund_requests
    WHERE purchase_id = p.id ORDER BY created_at DESC LIMIT 1) r ON true`;

export type PurchasePage = KeysetPage & { sort: PurchaseQuery['sort'] };

const listRows = (key: string, sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${COLUMNS} FROM purchases p ${NEWEST_REFUND}
   WHERE ${MATCHES}
     AND ($11?::uuid IS NULL OR (p.${key}, p.id) ${sign}
       ((SELECT ${key} FROM purchases WHERE id = $11), $11))
   ORDER BY p.${key} ${order}, p.id ${order} LIMIT $12`;

const UNNAMED = { isNamed: false };
const LISTS = {
  created_at: {
    descending: statement('payment.listPurchaseRows', listRows('created_at', '<', 'DESC'), UNNAMED),
    ascending: statement(
      'payment.listPurchaseRowsAscending',
      listRows('created_at', '>', 'ASC'),
      UNNAMED,
    ),
  },
  amount: {
    descending: statement(
      'payment.listPurchaseRowsByAmount',
      listRows('amount_cents', '<', 'DESC'),
      UNNAMED,
    ),
    ascending: statement(
      'payment.listPurchaseRowsByAmountAscending',
      listRows('amount_cents', '>', 'ASC'),
      UNNAMED,
    ),
  },
};

export async function listPurchaseRows(
  db: Database,
  conditions: PurchaseConditions,
  { sort, edgeId, isAscending, limit }: PurchasePage,
): Promise<StaffPurchaseRow[]> {
  const list = LISTS[sort][isAscending ? 'ascending' : 'descending'];
  return list.all(db, [...parameters(conditions), edgeId, limit]);
}

const FIND_PURCHASE_IDS = statement(
  'payment.findPurchaseIds',
  'SELECT id FROM purchases WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3',
);

/** Purchases whose id is in the range, at most `max`. */
export async function findPurchaseIds(
  db: Database,
  { from, to }: { from: string; to: string },
  max: number,
): Promise<string[]> {
  const rows = await FIND_PURCHASE_IDS.all(db, [from, to, max]);
  return rows.map(({ id }) => id);
}

const COUNT_PURCHASE_ROWS = statement(
  'payment.countPurchaseRows',
  `SELECT count(*)::int FROM (SELECT FROM purchases p WHERE ${MATCHES} LIMIT $11) found`,
  { isNamed: false },
);

/** Counts up to `max` rows. */
export async function countPurchaseRows(
  db: Database,
  conditions: PurchaseConditions,
  max: number,
): Promise<number> {
  const row = await COUNT_PURCHASE_ROWS.one(db, [...parameters(conditions), max]);
  return row.count;
}

function parameters(conditions: PurchaseConditions) {
  const { ids, userIds, paymentPrefix, productId, status, from, to } = conditions;
  const { receiptNumber, scope, dayOf } = conditions;
  const pattern = paymentPrefix && `${paymentPrefix.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    ...([ids, userIds, pattern, productId, status] as const),
    ...([from, to, receiptNumber, scope, dayOf] as const),
  ] as const;
}
