import { MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import type { HuntFilter, StaffHunt, StaffHuntsQuery } from '@cairn/contracts/http/staff-hunts.ts';
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { checkEdge, toKeysetAnswer, toKeysetPage } from '@cairn/service-kit/keyset.ts';
import { listHuntIds } from '../hunts/hunt-list.store.ts';
import { countHunts, findStaffHuntRow } from '../hunts/staff-hunts.store.ts';
import { getHuntsForStaff } from './staff-hunts.service.ts';

/** Without a limit, every hunt of the filter. */
export async function listHuntsForStaff(pool: Pool, query: StaffHuntsQuery) {
  const { sort, limit } = query;
  if (limit === undefined) {
    const all = { sort, limit: null, edgeId: null, isAscending: query.direction === 'asc' };
    return { hunts: await getHuntsForStaff(pool, await listHuntIds(pool, query, all)) };
  }
  const page = toKeysetPage({ ...query, limit });
  const [ids, counted] = await Promise.all([
    listHuntIds(pool, query, { ...page, sort }),
    countHunts(pool, query, MAX_COUNTED + 1),
  ]);
  await checkEdge(ids, page.edgeId, (id) => findStaffHuntRow(pool, id));
  const { rows, pagination } = toKeysetAnswer(ids, { ...query, limit }, counted);
  return { hunts: await getHuntsForStaff(pool, rows), pagination };
}

const HEADER = [
  ...['ID', 'Handle', 'Title', 'Region', 'Status', 'Price', 'Currency', 'Base value'],
  ...['Purchase bonus', 'Members', 'Created', 'Hidden', 'Completed', 'Cancelled'],
];

export function exportHuntsForStaff(
  { pool, publish }: { pool: Pool; publish: PublishEvent },
  adminId: string,
  query: HuntFilter & { starting_after: string },
) {
  return exportList({ pool, publish }, adminId, query, {
    action: 'hunts_export',
    subjectType: 'hunt',
    header: HEADER,
    filter: { status: query.status },
    list: async (page) =>
      getHuntsForStaff(pool, await listHuntIds(pool, query, { ...page, sort: 'created_at' })),
    toCells,
  });
}

function toCells(hunt: StaffHunt) {
  return [
    ...[hunt.id, hunt.handle, hunt.title, hunt.region, hunt.status, hunt.price_amount],
    ...[hunt.price_currency, hunt.base_value, hunt.purchase_bonus, hunt.participants],
    ...[hunt.created_at, hunt.hidden_at, hunt.completed_at, hunt.cancelled_at],
  ];
}
