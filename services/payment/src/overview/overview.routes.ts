import {
  type ComparedCharges,
  getPaymentsOverview,
  getSalesTrend,
  TREND_DAYS,
} from '@cairn/contracts/http/staff-overview.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import { oldestUnpublishedAge } from '@cairn/events/outbox.store.ts';
import type { Context } from '@cairn/service/context.ts';
import { daysOf, overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import {
  type ChargeSums,
  listSalesByDay,
  readOldestRefundAge,
  sumDisputes,
  sumRefunds,
  sumSales,
  sumUnsettled,
} from './overview.store.ts';

const CURRENCY = 'USD';

type Pools = Pick<Context, 'pool' | 'reads'>;

export function addOverviewRoutes(routes: Routes, { pool, reads }: Pools): void {
  routes.add(getPaymentsOverview, async ({ query }) => {
    const period = overviewPeriod(query.days);
    const [sales, refunds, disputes, unsettled, eventAge, refundAge] = await Promise.all([
      sumSales(reads, period),
      sumRefunds(reads, period),
      sumDisputes(reads, period),
      sumUnsettled(pool),
      oldestUnpublishedAge(pool),
      readOldestRefundAge(pool),
    ]);
    return {
      ...daysOf(period),
      currency: CURRENCY,
      sales: presentSums(sales),
      refunds: presentSums(refunds),
      disputes: presentSums(disputes),
      unsettled: { count: unsettled.count, amount: dollarsFromCents(unsettled.cents) },
      queues: [
        { name: 'events' as const, oldest_seconds: eventAge },
        { name: 'refunds' as const, oldest_seconds: refundAge },
      ],
    };
  });

  routes.add(getSalesTrend, async () => {
    const period = overviewPeriod(TREND_DAYS);
    const days = await listSalesByDay(reads, period);
    return {
      ...daysOf(period),
      days: days.map(({ huntId, huntTitle, day, count, cents }) => ({
        hunt_id: huntId,
        hunt_title: huntTitle,
        day,
        count,
        amount: dollarsFromCents(cents),
      })),
    };
  });
}

function presentSums(sums: ChargeSums): ComparedCharges {
  return {
    current: { count: sums.count, amount: dollarsFromCents(sums.cents) },
    previous: { count: sums.previousCount, amount: dollarsFromCents(sums.previousCents) },
  };
}
