import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Numbered } from './number-releases.ts';

export type NewClue = {
  huntId: string;
  kind: 'clue' | 'update';
  /** Null: the next number of its kind; see `renumberUnreleased`. */
  number: number | null;
  title: string;
  bodyHtml: string;
  /** Null is a draft. */
  publishAt: Date | null;
  /** Set if it is released without an announcement. */
  announcedAt: Date | null;
};

const INSERT_CLUE = statement(
  'catalog.insertClue',
  `INSERT INTO clues (hunt_id, kind, number, is_number_chosen, title, body_html, publish_at, announced_at)
   VALUES ($1, $2,
           coalesce($3?, (SELECT coalesce(max(number), 0) + 1
                         FROM clues WHERE hunt_id = $1 AND kind = $2)),
           $3 IS NOT NULL, $4, $5, $6?, $7?)
   ON CONFLICT (hunt_id, kind, number) DO NOTHING RETURNING id`,
);

/** Returns the id, or null if the number is taken. Requires the lock of the hunt. */
export async function insertClue(tx: Transaction, clue: NewClue): Promise<string | null> {
  const row = await INSERT_CLUE.first(tx, [
    clue.huntId,
    clue.kind,
    clue.number,
    clue.title,
    clue.bodyHtml,
    clue.publishAt,
    clue.announcedAt,
  ]);
  return row?.id ?? null;
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

export type StaffClueRow = ClueColumns & {
  isPublished: boolean;
  announcedAt: Date | null;
  createdAt: Date;
  editVersion: number;
  editedBy: string | null;
  editedAt: Date | null;
};

// clock_timestamp(): the transaction may have waited for a lock since it started.
export const CLUE_COLUMNS = `
  c.id, c.hunt_id AS "huntId", c.kind, c.number, c.is_number_chosen AS "isNumberChosen", c.title,
  c.body_html AS "bodyHtml", c.publish_at AS "publishAt", c.announced_at AS "announcedAt",
  c.created_at AS "createdAt", c.edit_version AS "editVersion", c.edited_by AS "editedBy",
  c.edited_at AS "editedAt",
  coalesce(c.publish_at <= clock_timestamp() AND h.status NOT IN ('draft', 'upcoming'), false) AS "isPublished"`;

const LIST_STAFF_CLUE_ROWS = statement(
  'catalog.listStaffClueRows',
  `SELECT ${CLUE_COLUMNS} FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.hunt_id::text = $1
   ORDER BY c.publish_at NULLS LAST, c.kind, c.number`,
);

/** Released and scheduled clues in order of time, then drafts. The id may be any text. */
export async function listStaffClueRows(db: Database, huntId: string): Promise<StaffClueRow[]> {
  return LIST_STAFF_CLUE_ROWS.all(db, [huntId]);
}

const FIND_STAFF_CLUE_ROW = statement(
  'catalog.findStaffClueRow',
  `SELECT ${CLUE_COLUMNS} FROM clues c JOIN hunts h ON h.id = c.hunt_id
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

const LOCK_NUMBERS = statement(
  'catalog.lockNumbers',
  `SELECT c.id, c.number, c.is_number_chosen AS "isNumberChosen", c.publish_at AS "publishAt",
          coalesce(c.publish_at <= clock_timestamp() AND h.status NOT IN ('draft', 'upcoming'), false)
            AS "isReleased"
   FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.hunt_id = $1 AND c.kind = $2
   ORDER BY c.id FOR NO KEY UPDATE OF c`,
);

/** Locks the clues until the transaction ends, against a concurrent announcement. */
export async function lockNumbers(
  tx: Transaction,
  huntId: string,
  kind: 'clue' | 'update',
): Promise<Numbered[]> {
  return LOCK_NUMBERS.all(tx, [huntId, kind]);
}

const RESERVE_NUMBERS = statement(
  'catalog.reserveNumbers',
  'UPDATE clues SET number = number + 1000000 WHERE id = ANY($1::uuid[])',
);

const SET_NUMBERS = statement(
  'catalog.setNumbers',
  `UPDATE clues c SET number = n.number
   FROM unnest($1::uuid[], $2::integer[]) AS n (id, number) WHERE c.id = n.id`,
);

/** In two steps, because the unique constraint is checked for each row. */
export async function updateNumbers(
  tx: Transaction,
  changes: readonly { id: string; number: number }[],
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await RESERVE_NUMBERS.execute(tx, [ids]);
  await SET_NUMBERS.execute(tx, [ids, changes.map(({ number }) => number)]);
}

/**
 * Clues and updates without an announcement. Clues of a complete hunt appear on its page without one;
 * its updates are announced. A hunt that is not open announces nothing.
 */
const TO_ANNOUNCE = `
  c.announced_at IS NULL
  AND (h.status = 'active' OR (h.status = 'complete' AND c.kind = 'update'))`;

export type AnnouncedRow = {
  id: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  publishAt: Date;
  huntId: string;
  handle: string;
  huntTitle: string;
};

const TAKE_DUE_CLUE = statement(
  'catalog.takeDueClue',
  `UPDATE clues a SET announced_at = now()
   FROM hunts t
   WHERE t.id = a.hunt_id AND a.id = (
     SELECT c.id FROM clues c JOIN hunts h ON h.id = c.hunt_id
     WHERE ${TO_ANNOUNCE} AND c.publish_at <= now()
     ORDER BY c.publish_at, c.number, c.kind, c.id
     LIMIT 1 FOR UPDATE OF c)
   RETURNING a.id, a.kind, a.number, a.title, a.publish_at AS "publishAt!",
             t.id AS "huntId", t.handle, t.title AS "huntTitle"`,
);

/**
 * Marks the next due clue or update as announced and returns it; null without one. Of several copies
 * only one gets it: the others wait for the row lock and then see the mark.
 */
export async function takeDueClue(tx: Transaction): Promise<AnnouncedRow | null> {
  return TAKE_DUE_CLUE.first(tx);
}

const FIND_NEXT_DUE_IN_MS = statement(
  'catalog.findNextDueInMs',
  `SELECT (extract(epoch FROM min(c.publish_at) - clock_timestamp()) * 1000)::float AS ms
   FROM clues c JOIN hunts h ON h.id = c.hunt_id WHERE ${TO_ANNOUNCE}`,
);

/** Milliseconds until the next one is due; negative if overdue, null if nothing is scheduled. */
export async function findNextDueInMs(db: Database): Promise<number | null> {
  const row = await FIND_NEXT_DUE_IN_MS.first(db);
  return row?.ms ?? null;
}
const ANONYMISE_CLUE_EDITORS = statement(
  'catalog.anonymiseClueEditors',
  'UPDATE clues SET edited_by = NULL WHERE edited_by = $1',
);

export async function anonymiseClueEditors(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_CLUE_EDITORS.execute(tx, [userId]);
}
