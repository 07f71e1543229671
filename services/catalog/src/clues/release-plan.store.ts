import type { StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { PlanFilter } from '@cairn/contracts/http/release-plan.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { KeysetPage } from '@cairn/service-kit/keyset.ts';
import { CLUE_COLUMNS, type StaffClueRow } from './clues.store.ts';

export type PlannedRow = StaffClueRow & {
  handle: string;
  huntTitle: string;
  huntStatus: StaffHuntStatus;
};

const IS_PLANNED = `h.status <> 'cancelled'
  AND (c.publish_at > clock_timestamp()
       OR (c.publish_at IS NOT NULL AND h.status IN ('draft', 'upcoming')))
  AND ($1 = '' OR c.hunt_id::text = $1)`;
/** The id breaks ties. */
const KEYS = ['c.publish_at', 'h.position', 'c.kind', 'c.number', 'c.id'];
const CLUES = 'clues c JOIN hunts h ON h.id = c.hunt_id';

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${CLUE_COLUMNS}, h.handle, h.title AS "huntTitle", h.status AS "huntStatus"
   FROM ${CLUES} WHERE ${IS_PLANNED}
     AND ($2?::uuid IS NULL OR (${KEYS}) ${sign} (SELECT ${KEYS} FROM ${CLUES} WHERE c.id = $2))
   ORDER BY ${KEYS.map((key) => `${key} ${order}`)} LIMIT $3?`;

const LIST_ASCENDING = statement('catalog.listPlannedRows', listRows('>', 'ASC'), {
  isNamed: false,
});
const LIST_DESCENDING = statement('catalog.listPlannedRowsDescending', listRows('<', 'DESC'), {
  isNamed: false,
});

/** Without `limit`, every release of the filter. */
export type PlanPage = Omit<KeysetPage, 'limit'> & { limit: number | null };

/** The scheduled releases of all hunts, or of one. */
export async function listPlannedRows(
  db: Database,
  { hunt }: PlanFilter,
  { edgeId, isAscending, limit }: PlanPage,
): Promise<PlannedRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [hunt, edgeId, limit]);
}

const COUNT_PLANNED_ROWS = statement(
  'catalog.countPlannedRows',
  `SELECT count(*)::int FROM (SELECT FROM ${CLUES} WHERE ${IS_PLANNED} LIMIT $2) found`,
  { isNamed: false },
);

/** Counts up to `max` rows. */
export async function countPlannedRows(
  db: Database,
  { hunt }: PlanFilter,
  max: number,
): Promise<number> {
  const row = await COUNT_PLANNED_ROWS.one(db, [hunt, max]);
  return row.count;
}

const HAS_CLUE = statement(
  'catalog.hasClue',
  'SELECT FROM clues WHERE id = $1 AND publish_at IS NOT NULL',
);

export async function hasClue(db: Database, id: string): Promise<boolean> {
  return (await HAS_CLUE.first(db, [id])) !== null;
}
