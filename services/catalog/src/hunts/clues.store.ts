import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type ReleaseRow = {
  id: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  body_html: string;
  /** Milliseconds since 1970: JavaScript cannot parse Postgres' text of years before 1. */
  published_at: number;
};

export type Releases = { released: ReleaseRow[]; next_release_at: Date | null };

/**
 * The released clues and updates of hunt `h` by the database's clock, in order, and the time of the
 * next release, which is all that leaves the database before a release. A hunt that is not open has no
 * releases.
 */
export const RELEASES_OF_HUNT = `
  SELECT coalesce(
           json_agg(json_build_object(
             'id', c.id, 'kind', kind, 'number', number, 'title', c.title, 'body_html', body_html,
             'published_at', extract(epoch FROM publish_at) * 1000
           ) ORDER BY number, publish_at, c.id) FILTER (WHERE publish_at <= now()),
           '[]') AS released,
         min(publish_at) FILTER (WHERE publish_at > now()) AS next_release_at
  FROM clues c WHERE c.hunt_id = h.id AND h.status NOT IN ('draft', 'upcoming')`;

/** As `RELEASES_OF_HUNT` for staff: also drafts and scheduled texts; a draft has the time of the call. */
export const ALL_CLUES_OF_HUNT = `
  SELECT coalesce(
           json_agg(json_build_object(
             'id', c.id, 'kind', kind, 'number', number, 'title', c.title, 'body_html', body_html,
             'published_at', extract(epoch FROM coalesce(publish_at, now())) * 1000
           ) ORDER BY number, publish_at, c.id),
           '[]') AS released,
         NULL::timestamptz AS next_release_at
  FROM clues c WHERE c.hunt_id = h.id`;

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
