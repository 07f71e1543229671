import { getMessagesOverview } from '@cairn/contracts/http/staff-overview.ts';
import { oldestUnpublishedAge } from '@cairn/events/outbox.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { daysOf, overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { oldestDueAge } from '../deliveries/ages.store.ts';
import { cachedRead } from './cached-read.ts';
import { countFailedDeliveries, readOpenMessages } from './overview.store.ts';

/** The query reads every pending row, and each open page of the back office polls this route. */
const AGE_TTL_MS = 10_000;

export function addOverviewRoutes(routes: Routes, pool: Pool): void {
  const readOldestDueAge = cachedRead(AGE_TTL_MS, () => oldestDueAge(pool));
  routes.add(getMessagesOverview, async ({ query }) => {
    const period = overviewPeriod(query.days);
    const [failed, messages, eventAge, deliveryAge] = await Promise.all([
      countFailedDeliveries(pool, period),
      readOpenMessages(pool),
      oldestUnpublishedAge(pool),
      readOldestDueAge(),
    ]);
    return {
      ...daysOf(period),
      failed_deliveries: failed,
      open_messages: { count: messages.count, oldest_seconds: messages.oldestSeconds },
      queues: [
        { name: 'events' as const, oldest_seconds: eventAge },
        { name: 'deliveries' as const, oldest_seconds: deliveryAge },
      ],
    };
  });
}
