import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type ReleaseRow = {
  id: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  body_html: string;
  /** As Postgres writes a time into JSON. */
  published_at: string;
};

export type Releases = { released: ReleaseRow[]; next_release_at: Date | null };

/**
 * What is out by this database's clock, in order, and when the next one comes: of what is not yet
 * out, nothing but its time leaves the database. One statement, so that both parts see one moment.
 */
export async function getReleases(db: Database, huntId: string): Promise<Releases> {
  const { rows } = await db.query({
    name: 'clues-released',
    text: `SELECT coalesce(
                    json_agg(json_build_object(
                      'id', id, 'kind', kind, 'number', number, 'title', title,
                      'body_html', body_html, 'published_at', publish_at
                    ) ORDER BY number, publish_at, id) FILTER (WHERE publish_at <= now()),
                    '[]') AS released,
                  min(publish_at) FILTER (WHERE publish_at > now()) AS next_release_at
           FROM clues WHERE hunt_id = $1`,
    values: [huntId],
  });
  return rows[0];
}

export type NewClue = {
  huntId: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  bodyHtml: string;
  /** Null is a draft. */
  publishAt: Date | null;
};

export async function insertClue(tx: Transaction, clue: NewClue): Promise<void> {
  await tx.query(
    `INSERT INTO clues (hunt_id, kind, number, title, body_html, publish_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [clue.huntId, clue.kind, clue.number, clue.title, clue.bodyHtml, clue.publishAt],
  );
}
