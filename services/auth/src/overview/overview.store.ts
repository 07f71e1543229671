import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { OverviewPeriod } from '@cairn/service-kit/overview-period.ts';

const COUNT_NEW_ACCOUNTS = statement(
  'auth.countNewAccounts',
  `SELECT (count(*) FILTER (WHERE created_at >= $3))::int AS current,
     (count(*) FILTER (WHERE created_at < $2))::int AS previous
   FROM users WHERE created_at >= $1 AND created_at < $4`,
);

/** Accounts that still exist, by the time of their creation. */
export async function countNewAccounts(
  db: Database,
  { previousFrom, previousTo, from, to }: OverviewPeriod,
): Promise<{ current: number; previous: number }> {
  return COUNT_NEW_ACCOUNTS.one(db, [previousFrom, previousTo, from, to]);
}
