import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/**
 * Of whom somebody is still to be told. Clues of a hunt that is complete come out on its page, but
 * nobody is woken for them; updates may say how it ended. A hunt that is not open announces nothing.
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

/**
 * Marks the next one that is due, and returns it; null where there is none. Of several copies that
 * ask at once, one gets it: the others wait for its row, and then see that it is marked.
 */
export async function takeDueClue(tx: Transaction): Promise<AnnouncedRow | null> {
  const { rows } = await tx.query<AnnouncedRow>({
    name: 'clues-take-due',
    text: `UPDATE clues a SET announced_at = now()
           FROM hunts t
           WHERE t.id = a.hunt_id AND a.id = (
             SELECT c.id FROM clues c JOIN hunts h ON h.id = c.hunt_id
             WHERE ${TO_ANNOUNCE} AND c.publish_at <= now()
             ORDER BY c.publish_at, c.number, c.kind, c.id
             LIMIT 1 FOR UPDATE OF c)
           RETURNING a.id, a.kind, a.number, a.title, a.publish_at,
                     t.id AS hunt_id, t.handle, t.title AS hunt_title`,
  });
  return rows[0] ?? null;
}

/** Until the next one is due; negative where it is overdue, null where nothing is scheduled. */
export async function findNextDueInMs(db: Database): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>({
    name: 'clues-next-due',
    text: `SELECT (extract(epoch FROM min(c.publish_at) - clock_timestamp()) * 1000)::float AS ms
           FROM clues c JOIN hunts h ON h.id = c.hunt_id WHERE ${TO_ANNOUNCE}`,
  });
  return rows[0]?.ms ?? null;
}
