import type { StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type StaffClueRow = {
  id: string;
  hunt_id: string;
  kind: 'clue' | 'update';
  number: number;
  is_number_chosen: boolean;
  title: string;
  body_html: string;
  publish_at: Date | null;
  is_published: boolean;
  announced_at: Date | null;
  created_at: Date;
  edit_version: number;
  edited_by: string | null;
  edited_at: Date | null;
};

// clock_timestamp(): the transaction may have waited for a lock since it started.
const COLUMNS = `
  c.id, c.hunt_id, c.kind, c.number, c.is_number_chosen, c.title, c.body_html, c.publish_at, c.announced_at, c.created_at,
  c.edit_version, c.edited_by, c.edited_at,
  coalesce(c.publish_at <= clock_timestamp() AND h.status NOT IN ('draft', 'upcoming'), false) AS is_published`;

const LIST_STAFF_CLUE_ROWS = statement(
  'catalog.listStaffClueRows',
  `SELECT ${COLUMNS} FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.hunt_id::text = $1
   ORDER BY c.publish_at NULLS LAST, c.kind, c.number`,
);

/** Released and scheduled clues in order of time, then drafts. The id may be any text. */
export async function listStaffClueRows(db: Database, huntId: string): Promise<StaffClueRow[]> {
  return LIST_STAFF_CLUE_ROWS.all(db, [huntId]);
}

const FIND_STAFF_CLUE_ROW = statement(
  'catalog.findStaffClueRow',
  `SELECT ${COLUMNS} FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.hunt_id::text = $1 AND c.id::text = $2`,
);

/** The ids may be any text. */
export async function findStaffClueRow(
  db: Database,
  { huntId, clueId }: { huntId: string; clueId: string },
): Promise<StaffClueRow | null> {
  return FIND_STAFF_CLUE_ROW.first(db, [huntId, clueId]);
}

const LOCK_CLUE = statement(
  'catalog.lockClue',
  'SELECT FROM clues WHERE id::text = $1 FOR NO KEY UPDATE',
);

/** Locks the clue until the transaction ends, against a concurrent announcement. */
export async function lockClue(tx: Transaction, clueId: string): Promise<void> {
  await LOCK_CLUE.execute(tx, [clueId]);
}

export type ClueColumns = {
  id: string;
  huntId: string;
  kind: 'clue' | 'update';
  number: number;
  isNumberChosen: boolean;
  title: string;
  bodyHtml: string;
  publishAt: Date | null;
};

const UPDATE_CLUE_COLUMNS = statement(
  'catalog.updateClueColumns',
  `UPDATE clues SET number = $4, title = $5, body_html = $6, publish_at = $7?, is_number_chosen = $8
   WHERE id = $1 AND NOT EXISTS (
     SELECT FROM clues o WHERE o.hunt_id = $2 AND o.kind = $3 AND o.number = $4 AND o.id <> $1)`,
);

/** False if the number is taken. Requires the lock of the hunt. */
export async function updateClueColumns(tx: Transaction, clue: ClueColumns): Promise<boolean> {
  const count = await UPDATE_CLUE_COLUMNS.execute(tx, [
    clue.id,
    clue.huntId,
    clue.kind,
    clue.number,
    clue.title,
    clue.bodyHtml,
    clue.publishAt,
    clue.isNumberChosen,
  ]);
  return count === 1;
}

const DELETE_CLUE_ROW = statement('catalog.deleteClueRow', 'DELETE FROM clues WHERE id = $1');

export async function deleteClueRow(tx: Transaction, clueId: string): Promise<void> {
  await DELETE_CLUE_ROW.execute(tx, [clueId]);
}

const RELEASE_OVERDUE_NOW = statement(
  'catalog.releaseOverdueNow',
  "UPDATE clues SET publish_at = date_trunc('milliseconds', now()) WHERE hunt_id = $1 AND publish_at < now()",
);

/** Clues that were due before their hunt opened are released when it opens. */
export async function releaseOverdueNow(tx: Transaction, huntId: string): Promise<void> {
  await RELEASE_OVERDUE_NOW.execute(tx, [huntId]);
}

export type PlannedRow = StaffClueRow & {
  handle: string;
  hunt_title: string;
  hunt_status: StaffHuntStatus;
};

const LIST_PLANNED_ROWS = statement(
  'catalog.listPlannedRows',
  `SELECT ${COLUMNS}, h.handle, h.title AS hunt_title, h.status AS hunt_status
   FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE h.status <> 'cancelled'
     AND (c.publish_at > clock_timestamp()
          OR (c.publish_at IS NOT NULL AND h.status IN ('draft', 'upcoming')))
   ORDER BY c.publish_at, h.position, c.kind, c.number`,
);

/** The scheduled releases of all hunts, the next one first. */
export async function listPlannedRows(db: Database): Promise<PlannedRow[]> {
  return LIST_PLANNED_ROWS.all(db);
}
