import type { HuntFilter, StaffHuntsQuery } from '@cairn/contracts/http/staff-hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import type { KeysetPage } from '@cairn/service-kit/keyset.ts';
import { HUNT_MATCHES, huntConditions } from './staff-hunts.store.ts';

/** The columns of each order, before the id, which breaks ties. Each matches an index. */
const KEYS: Record<StaffHuntsQuery['sort'], string[]> = {
  position: ['position', 'created_at'],
  created_at: ['created_at'],
  title: ['lower(title) COLLATE "C"'],
  status: ['status', 'created_at'],
  price: ['price_cents'],
};

/** Without `limit`, every hunt of the filter. */
export type HuntPage = Pick<StaffHuntsQuery, 'sort'> &
  Omit<KeysetPage, 'limit'> & { limit: number | null };

/** The ids of a page. */
export async function listHuntIds(
  db: Database,
  filter: HuntFilter,
  { sort, edgeId, isAscending, limit }: HuntPage,
): Promise<string[]> {
  const keys = KEYS[sort];
  const edge = keys.map((key) => `(SELECT ${key} FROM hunts WHERE id = $4)`);
  const order = [...keys, 'id'].map((key) => `${key} ${isAscending ? 'ASC' : 'DESC'}`);
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM hunts WHERE ${HUNT_MATCHES}
       AND ($4::uuid IS NULL OR (${[...keys, 'id']}) ${isAscending ? '>' : '<'} (${[...edge, '$4']}))
     ORDER BY ${order} LIMIT $5`,
    [...huntConditions(filter), edgeId, limit],
  );
  return rows.map(({ id }) => id);
}
