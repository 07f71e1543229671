import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type ReleaseRow = {
  id: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  body_html: string;
  /** Milliseconds since 1970: years before the first have no form that JavaScript reads. */
  published_at: number;
};

export type Releases = { released: ReleaseRow[]; next_release_at: Date | null };

/**
 * What is out by this database's clock, in order, and when the next one comes: of what is not yet
 * out, nothing but its time leaves the database. One statement, so that both parts see one moment.
 * Nothing of a hunt is out before the hunt is open.
 */
export async function getReleases(db: Database, huntId: string): Promise<Releases> {
  const { rows } = await db.query({
    name: 'clues-released',
    text: `SELECT coalesce(
                    json_agg(json_build_object(
                      'id', c.id, 'kind', kind, 'number', number, 'title', c.title,
                      'body_html', body_html,
                      'published_at', extract(epoch FROM publish_at) * 1000
                    ) ORDER BY number, publish_at, c.id) FILTER (WHERE publish_at <= now()),
                    '[]') AS released,
                  min(publish_at) FILTER (WHERE publish_at > now()) AS next_release_at
           FROM clues c JOIN hunts h ON h.id = c.hunt_id AND h.status <> 'upcoming'
           WHERE c.hunt_id = $1`,
    values: [huntId],
  });
  return rows[0];
}

export type NewClue = {
  huntId: string;
  kind: 'clue' | 'update';
  /** Null: the next one of its kind. */
  number: number | null;
  title: string;
  bodyHtml: string;
  /** Null is a draft. */
  publishAt: Date | null;
  /** Where it is out already and nobody is to be told. */
  announcedAt: Date | null;
};

/** The new clue's id, or null where the number is taken. The hunt is to be locked before. */
export async function insertClue(tx: Transaction, clue: NewClue): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO clues (hunt_id, kind, number, title, body_html, publish_at, announced_at)
     VALUES ($1, $2,
             coalesce($3, (SELECT coalesce(max(number), 0) + 1
                           FROM clues WHERE hunt_id = $1 AND kind = $2)),
             $4, $5, $6, $7)
     ON CONFLICT (hunt_id, kind, number) DO NOTHING RETURNING id`,
    [
      clue.huntId,
      clue.kind,
      clue.number,
      clue.title,
      clue.bodyHtml,
      clue.publishAt,
      clue.announcedAt,
    ],
  );
  return rows[0]?.id ?? null;
}
