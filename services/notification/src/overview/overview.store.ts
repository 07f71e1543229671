import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { OverviewPeriod } from '@cairn/service-kit/overview-period.ts';

const COUNT_FAILED_DELIVERIES = statement(
  'notification.countFailedDeliveries',
  `SELECT (count(*) FILTER (WHERE created_at >= $3))::int AS current,
     (count(*) FILTER (WHERE created_at < $2))::int AS previous
   FROM deliveries WHERE state = 'failed' AND created_at >= $1 AND created_at < $4`,
);

/** Deliveries that were requested in the period and failed. */
export async function countFailedDeliveries(
  db: Database,
  { previousFrom, previousTo, from, to }: OverviewPeriod,
): Promise<{ current: number; previous: number }> {
  return COUNT_FAILED_DELIVERIES.one(db, [previousFrom, previousTo, from, to]);
}

const READ_OPEN_MESSAGES = statement(
  'notification.readOpenMessages',
  `SELECT count(*)::int,
     coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds!"
   FROM contact_messages WHERE status = 'open'`,
);

export async function readOpenMessages(
  db: Database,
): Promise<{ count: number; oldestSeconds: number }> {
  return READ_OPEN_MESSAGES.one(db);
}
