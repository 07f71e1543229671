import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { OverviewPeriod } from '@cairn/service-kit/overview-period.ts';

export type ChargeSums = {
  count: number;
  cents: number;
  previousCount: number;
  previousCents: number;
};

/** Reads one range of the index of `moment`. */
const sumByPeriod = (moment: string, condition: string) =>
  `SELECT (count(*) FILTER (WHERE ${moment} >= $3))::int AS count,
     coalesce(sum(amount_cents) FILTER (WHERE ${moment} >= $3), 0)::float8 AS "cents!",
     (count(*) FILTER (WHERE ${moment} < $2))::int AS "previousCount",
     coalesce(sum(amount_cents) FILTER (WHERE ${moment} < $2), 0)::float8 AS "previousCents!"
   FROM purchases WHERE ${moment} >= $1 AND ${moment} < $4 AND ${condition}`;

const SUM_SALES = statement('payment.sumSales', sumByPeriod('created_at', "status <> 'rejected'"));
const SUM_REFUNDS = statement(
  'payment.sumRefunds',
  sumByPeriod('refunded_at', "status <> 'rejected'"),
);
const SUM_DISPUTES = statement('payment.sumDisputes', sumByPeriod('disputed_at', 'true'));

/** Accepted charges, also those that were refunded later. */
export async function sumSales(db: Database, period: OverviewPeriod): Promise<ChargeSums> {
  return SUM_SALES.one(db, limitsOf(period));
}

/** Accepted charges by the time at which Stripe completed their refund. */
export async function sumRefunds(db: Database, period: OverviewPeriod): Promise<ChargeSums> {
  return SUM_REFUNDS.one(db, limitsOf(period));
}

/** Charges by the time of their first dispute. */
export async function sumDisputes(db: Database, period: OverviewPeriod): Promise<ChargeSums> {
  return SUM_DISPUTES.one(db, limitsOf(period));
}

/** The condition of the index `purchases_unsettled`. */
export const IS_UNSETTLED = `(p.status = 'refund_pending' OR (p.status = 'disputed' AND p.dispute = 'open')
  OR (p.status = 'rejected' AND p.refunded_at IS NULL))`;

const SUM_UNSETTLED = statement(
  'payment.sumUnsettled',
  `SELECT count(*)::int, coalesce(sum(amount_cents), 0)::float8 AS "cents!"
   FROM purchases p WHERE ${IS_UNSETTLED}`,
);

/** Refunds that are not complete, open disputes, and rejected charges that are not refunded. */
export async function sumUnsettled(db: Database): Promise<{ count: number; cents: number }> {
  return SUM_UNSETTLED.one(db);
}

const READ_OLDEST_REFUND_AGE = statement(
  'payment.readOldestRefundAge',
  `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
   FROM refund_requests WHERE state = 'open'`,
);

/** Age in seconds of the oldest open refund request; 0 without one. */
export async function readOldestRefundAge(db: Database): Promise<number> {
  const row = await READ_OLDEST_REFUND_AGE.one(db);
  return row.age;
}

export type SalesOfDay = {
  huntId: string;
  huntTitle: string;
  day: string;
  count: number;
  cents: number;
};

const LIST_SALES_BY_DAY = statement(
  'payment.listSalesByDay',
  `WITH sales AS (
     SELECT product_id, (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS count,
       sum(amount_cents)::float8 AS cents
     FROM purchases WHERE created_at >= $1 AND created_at < $2 AND status <> 'rejected'
     GROUP BY 1, 2),
   titles AS MATERIALIZED (
     SELECT hunt.product_id, newest.product_title
     FROM (SELECT DISTINCT product_id FROM sales) hunt
     CROSS JOIN LATERAL (
       SELECT product_title FROM purchases p WHERE p.product_id = hunt.product_id
       ORDER BY p.created_at DESC, p.id DESC LIMIT 1) newest)
   SELECT product_id AS "huntId", product_title AS "huntTitle", day AS "day!", count AS "count!",
     cents AS "cents!"
   FROM sales JOIN titles USING (product_id) ORDER BY day, product_title, product_id`,
);

/** Days in UTC, without those that have no sale. */
export async function listSalesByDay(
  db: Database,
  { from, to }: OverviewPeriod,
): Promise<SalesOfDay[]> {
  return LIST_SALES_BY_DAY.all(db, [from, to]);
}

function limitsOf({ previousFrom, previousTo, from, to }: OverviewPeriod) {
  return [previousFrom, previousTo, from, to] as const;
}
