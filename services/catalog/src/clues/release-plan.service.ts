import { MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import type { PlanFilter, PlanQuery } from '@cairn/contracts/http/release-plan.ts';
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { toLoggedId } from '@cairn/events/staff-acts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { checkEdge, toKeysetAnswer, toKeysetPage } from '@cairn/service-kit/keyset.ts';
import { countPlannedRows, hasClue, listPlannedRows } from './release-plan.store.ts';
import { presentPlanned } from './staff-clues.presenter.ts';

/** Without a limit, every release of the filter. */
export async function listPlan(pool: Pool, query: PlanQuery) {
  const { limit, direction } = query;
  if (limit === undefined) {
    const all = { edgeId: null, isAscending: direction === 'asc', limit: null };
    return { releases: (await listPlannedRows(pool, query, all)).map(presentPlanned) };
  }
  const page = toKeysetPage({ ...query, limit });
  const [found, counted] = await Promise.all([
    listPlannedRows(pool, query, page),
    countPlannedRows(pool, query, MAX_COUNTED + 1),
  ]);
  await checkEdge(found, page.edgeId, (id) => hasClue(pool, id));
  const { rows, pagination } = toKeysetAnswer(found, { ...query, limit }, counted);
  return { releases: rows.map(presentPlanned), pagination };
}

const HEADER = [
  'ID',
  'When',
  'Hunt ID',
  'Handle',
  'Hunt',
  'Hunt status',
  'Kind',
  'Number',
  'Title',
];

/** The next release first. */
export function exportPlan(
  { pool, publish }: { pool: Pool; publish: PublishEvent },
  adminId: string,
  query: PlanFilter & { starting_after: string },
) {
  return exportList({ pool, publish }, adminId, query, {
    action: 'release_plan_export',
    subjectType: 'clue',
    header: HEADER,
    filter: { hunt: toLoggedId(query.hunt) },
    list: async (page) =>
      (await listPlannedRows(pool, query, { ...page, isAscending: true })).map(presentPlanned),
    find: (id) => hasClue(pool, id),
    toCells: (release) => [
      ...[release.id, release.publish_at, release.hunt_id, release.handle, release.hunt_title],
      ...[release.hunt_status, release.kind, release.number, release.title],
    ],
  });
}
