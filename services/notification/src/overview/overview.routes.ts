import { getMessagesOverview } from '@cairn/contracts/http/staff-overview.ts';
import { oldestUnpublishedAge } from '@cairn/events/outbox.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { daysOf, overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { oldestDueAge } from '../deliveries/ages.store.ts';
import { countFailedDeliveries, readOpenMessages } from './overview.store.ts';

export function addOverviewRoutes(routes: Routes, pool: Pool): void {
  routes.add(getMessagesOverview, async ({ query }) => {
    const period = overviewPeriod(query.days);
    const [failed, messages, eventAge, deliveryAge] = await Promise.all([
      countFailedDeliveries(pool, period),
      readOpenMessages(pool),
      oldestUnpublishedAge(pool),
      oldestDueAge(pool),
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
