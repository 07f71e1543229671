import { getAccountsOverview } from '@cairn/contracts/http/staff-overview.ts';
import { oldestUnpublishedAge } from '@cairn/events/outbox.store.ts';
import type { Context } from '@cairn/service/context.ts';
import { daysOf, overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { countNewAccounts } from './overview.store.ts';

type Pools = Pick<Context, 'pool' | 'reads'>;

export function addOverviewRoutes(routes: Routes, { pool, reads }: Pools): void {
  routes.add(getAccountsOverview, async ({ query }) => {
    const period = overviewPeriod(query.days);
    const [accounts, eventAge] = await Promise.all([
      countNewAccounts(reads, period),
      oldestUnpublishedAge(pool),
    ]);
    return {
      ...daysOf(period),
      new_accounts: accounts,
      queues: [{ name: 'events' as const, oldest_seconds: eventAge }],
    };
  });
}
