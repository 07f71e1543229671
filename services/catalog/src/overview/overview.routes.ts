import { MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import {
  getHuntsOverview,
  getHuntsTrend,
  TREND_DAYS,
} from '@cairn/contracts/http/staff-overview.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import { oldestUnpublishedAge } from '@cairn/events/outbox.store.ts';
import type { Context } from '@cairn/service/context.ts';
import { daysOf, listDays, overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { findNextDueInMs } from '../clues/clues.store.ts';
import { countPlannedRows, listPlannedRows, type PlannedRow } from '../clues/release-plan.store.ts';
import { listMembershipChanges, readActiveHunts, readOpenClaims } from './overview.store.ts';
import { accumulate } from './trend.ts';

const ALL_HUNTS = { hunt: '' };
const NEXT_RELEASES = { edgeId: null, isAscending: true, limit: 5 };

type Pools = Pick<Context, 'pool' | 'reads'>;

export function addOverviewRoutes(routes: Routes, { pool, reads }: Pools): void {
  routes.add(getHuntsOverview, async () => {
    const [claims, active, planned, plannedCount, eventAge, nextDueInMs] = await Promise.all([
      readOpenClaims(pool),
      readActiveHunts(reads),
      listPlannedRows(pool, ALL_HUNTS, NEXT_RELEASES),
      countPlannedRows(pool, ALL_HUNTS, MAX_COUNTED),
      oldestUnpublishedAge(pool),
      findNextDueInMs(pool),
    ]);
    return {
      open_claims: { count: claims.count, oldest_seconds: claims.oldestSeconds },
      active_hunts: active.count,
      prize: dollarsFromCents(active.prizeCents),
      scheduled_releases: plannedCount,
      next_releases: planned.flatMap(presentRelease),
      queues: [
        { name: 'events' as const, oldest_seconds: eventAge },
        { name: 'releases' as const, oldest_seconds: Math.max(0, -(nextDueInMs ?? 0) / 1000) },
      ],
    };
  });

  routes.add(getHuntsTrend, async () => {
    const period = overviewPeriod(TREND_DAYS);
    const { from, to } = daysOf(period);
    const changes = await listMembershipChanges(reads, from);
    return { from, to, days: accumulate(changes, listDays(period)) };
  });
}

function presentRelease(row: PlannedRow) {
  const { id, huntId, handle, huntTitle, kind, number, title, publishAt, huntStatus } = row;
  if (!publishAt) return [];
  return [
    {
      ...{ id, hunt_id: huntId, handle, hunt_title: huntTitle, kind, number, title },
      publish_at: publishAt.toISOString(),
      waits_for_opening: huntStatus === 'draft' || huntStatus === 'upcoming',
    },
  ];
}
