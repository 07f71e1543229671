import type {
  HuntData,
  HuntStatus,
  PageTexts,
  StaffHuntStatus,
} from '@cairn/contracts/http/hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { PAGE_TEXTS_OF_HUNT } from './hunts.store.ts';

export type ReleaseRow = {
  id: string;
  kind: 'clue' | 'update';
  number: number;
  title: string;
  bodyHtml: string;
  /** Milliseconds since 1970: JavaScript cannot parse Postgres' text of years before 1. */
  publishedAt: number;
};

export type Releases = { released: ReleaseRow[]; nextReleaseAt: Date | null };

/**
 * The released clues and updates of hunt `h` by the database's clock, in order, and the time of the
 * next release, which is all that leaves the database before a release. A hunt that is not open has no
 * releases.
 */
export const RELEASES_OF_HUNT = `
  SELECT coalesce(
           json_agg(json_build_object(
             'id', c.id, 'kind', kind, 'number', number, 'title', c.title, 'bodyHtml', body_html,
             'publishedAt', extract(epoch FROM publish_at) * 1000
           ) ORDER BY number, publish_at, c.id) FILTER (WHERE publish_at <= now()),
           '[]') AS released,
         min(publish_at) FILTER (WHERE publish_at > now()) AS next_release_at
  FROM clues c WHERE c.hunt_id = h.id AND h.status NOT IN ('draft', 'upcoming')`;

/** As `RELEASES_OF_HUNT` for staff: also drafts and scheduled texts; a draft has the time of the call. */
export const ALL_CLUES_OF_HUNT = `
  SELECT coalesce(
           json_agg(json_build_object(
             'id', c.id, 'kind', kind, 'number', number, 'title', c.title, 'bodyHtml', body_html,
             'publishedAt', extract(epoch FROM coalesce(publish_at, now())) * 1000
           ) ORDER BY number, publish_at, c.id),
           '[]') AS released,
         NULL::timestamptz AS next_release_at
  FROM clues c WHERE c.hunt_id = h.id`;

export type PublishedReport = {
  winnerName: string;
  storyHtml: string;
  solutions: { number: number; title: string; bodyHtml: string }[];
  /** Milliseconds since 1970. */
  publishedAt: number;
};

/** The condition on hunt `h` for publishing a report. */
export const HAS_VERIFIED_CLAIM = `h.status = 'complete'
  AND EXISTS (SELECT FROM claims WHERE hunt_id = h.id AND state = 'verified')`;

/** The published report of hunt `h` as JSON; null before it is published. */
export const PUBLISHED_REPORT_OF_HUNT = `
  (SELECT json_build_object(
     'winnerName', report.winner_name, 'storyHtml', report.story_html,
     'publishedAt', extract(epoch FROM report.published_at) * 1000,
     'solutions', (
       SELECT coalesce(json_agg(json_build_object(
                'number', clue.number, 'title', clue.title, 'bodyHtml', solution.body_html)
                ORDER BY clue.number), '[]')
       FROM clue_solutions solution JOIN clues clue ON clue.id = solution.clue_id
       WHERE solution.hunt_id = h.id AND clue.publish_at <= now()))
   FROM hunt_reports report
   WHERE report.hunt_id = h.id AND report.published_at IS NOT NULL AND ${HAS_VERIFIED_CLAIM})`;

export type HuntRow<Status extends StaffHuntStatus = HuntStatus> = {
  id: string;
  handle: string;
  title: string;
  region: string;
  status: Status;
  intro: string;
  rules: string;
  hiddenAt: Date | null;
  completedAt: Date | null;
  searchArea: HuntData['search_area'];
  report: PublishedReport | null;
};

export type HuntReader = { handle: string; userId: string; isAdmin: boolean };

export type HuntForReaders = HuntRow & {
  /** Places of readers in the list, from 1: admins, and those with a completed purchase of the hunt. */
  allowed: number[];
  /** The other readers that ask for the hunt. */
  refused: number[];
  /** Null if no reader is allowed. */
  releases: Releases | null;
};

const FIND_HUNTS_FOR_READERS = statement(
  'catalog.findHuntsForReaders',
  `SELECT h.id, handle, title, region, h.status, intro, rules, hidden_at AS "hiddenAt",
          completed_at AS "completedAt", search_area AS "searchArea", a.allowed AS "allowed!", a.refused AS "refused!", r.released AS "released?",
          r.next_release_at AS "nextReleaseAt", ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(place) FILTER (WHERE may_read), '{}') AS allowed,
            coalesce(array_agg(place) FILTER (WHERE NOT may_read), '{}') AS refused
     FROM (
       SELECT asked.place::integer AS place,
              asked.is_admin OR EXISTS (
                SELECT FROM memberships m
                WHERE m.hunt_id = h.id AND m.user_id = asked.user_id AND m.status = 'completed'
              ) AS may_read
       FROM unnest($1::text[], $2::text[], $3::boolean[]) WITH ORDINALITY
              AS asked (handle, user_id, is_admin, place)
       WHERE asked.handle = h.handle
     ) readers
   ) a
   LEFT JOIN LATERAL (${RELEASES_OF_HUNT}) r ON cardinality(a.allowed) > 0
   WHERE handle = ANY ($1) AND h.status <> 'draft'`,
);

/**
 * The hunts that the readers ask for, except drafts, each once. One statement, so that all of it uses the
 * same time.
 */
export async function findHuntsForReaders(
  db: Database,
  readers: readonly HuntReader[],
): Promise<HuntForReaders[]> {
  const rows = await FIND_HUNTS_FOR_READERS.all(db, [
    readers.map(({ handle }) => handle),
    readers.map(({ userId }) => userId),
    readers.map(({ isAdmin }) => isAdmin),
  ]);
  return rows.map(({ released, nextReleaseAt, ...hunt }) => ({
    ...hunt,
    releases: released && { released, nextReleaseAt },
  }));
}

const findForStaffView = (releases: string) =>
  `SELECT h.id, handle, title, region, h.status, intro, rules, hidden_at AS "hiddenAt",
     completed_at AS "completedAt", search_area AS "searchArea", r.released AS "released!",
     r.next_release_at AS "nextReleaseAt",
     ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h CROSS JOIN LATERAL (${releases}) r WHERE h.id::text = $1`;

const FIND_FOR_STAFF_VIEW = {
  released: statement('catalog.findReleasedForStaffView', findForStaffView(RELEASES_OF_HUNT)),
  written: statement('catalog.findWrittenForStaffView', findForStaffView(ALL_CLUES_OF_HUNT)),
};

/** For staff, also a draft. The id may be any text. */
export async function findHuntForStaffView(
  db: Database,
  huntId: string,
  show: 'released' | 'written',
): Promise<(HuntRow<StaffHuntStatus> & { releases: Releases }) | null> {
  const row = await FIND_FOR_STAFF_VIEW[show].first(db, [huntId]);
  if (!row) return null;
  const { released, nextReleaseAt, ...hunt } = row;
  return { ...hunt, releases: { released, nextReleaseAt } };
}

export type PublicHuntRow = PageTexts & {
  id: string;
  completedAt: Date | null;
  cluesReleased: number;
  updatesReleased: number;
  report: PublishedReport | null;
};

const findPublicPage = (condition: string) =>
  `SELECT h.id, ${PAGE_TEXTS_OF_HUNT}, h.completed_at AS "completedAt",
          count(c.id) FILTER (WHERE c.kind = 'clue')::int AS "cluesReleased",
          count(c.id) FILTER (WHERE c.kind = 'update')::int AS "updatesReleased",
          ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h
   LEFT JOIN clues c ON c.hunt_id = h.id AND c.publish_at <= now() AND h.status NOT IN ('draft', 'upcoming')
   WHERE ${condition} GROUP BY h.id`;

const FIND_PUBLIC_HUNT = statement(
  'catalog.findPublicHunt',
  findPublicPage(`h.handle = $1 AND h.status <> 'draft'`),
);
const FIND_PUBLIC_HUNT_FOR_STAFF = statement(
  'catalog.findPublicHuntForStaff',
  findPublicPage('h.id::text = $1'),
);

/** The fields of the public page beside those of the product; null for a draft. */
export async function findPublicHunt(db: Database, handle: string): Promise<PublicHuntRow | null> {
  return FIND_PUBLIC_HUNT.first(db, [handle]);
}

/** For staff, also a draft. The id may be any text. */
export async function findPublicHuntForStaff(
  db: Database,
  huntId: string,
): Promise<PublicHuntRow | null> {
  return FIND_PUBLIC_HUNT_FOR_STAFF.first(db, [huntId]);
}
