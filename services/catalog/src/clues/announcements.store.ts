import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

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
  publish_at: Date;
  hunt_id: string;
  handle: string;
  hunt_title: string;
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
   RETURNING a.id, a.kind, a.number, a.title, a.publish_at AS "publish_at!",
             t.id AS hunt_id, t.handle, t.title AS hunt_title`,
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
