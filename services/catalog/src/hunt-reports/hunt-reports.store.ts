import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { HAS_VERIFIED_CLAIM } from '../hunts/hunt-views.store.ts';

export type SolutionRow = { clueId: string; bodyHtml: string };

export type ReportRow = {
  huntId: string;
  winnerName: string;
  storyHtml: string;
  solutions: SolutionRow[];
  publishedAt: Date | null;
  isPublishable: boolean;
  version: number;
  editedBy: string | null;
  editedAt: Date | null;
};

const FIND_REPORT = statement(
  'catalog.findReport',
  `SELECT h.id AS "huntId", coalesce(r.winner_name, '') AS "winnerName",
          coalesce(r.story_html, '') AS "storyHtml", r.published_at AS "publishedAt",
          coalesce(r.edit_version, 0) AS version, r.edited_by AS "editedBy",
          r.edited_at AS "editedAt",
          (${HAS_VERIFIED_CLAIM}) AS "isPublishable!",
          (SELECT coalesce(json_agg(json_build_object(
                    'clueId', s.clue_id, 'bodyHtml', s.body_html) ORDER BY c.number), '[]')
           FROM clue_solutions s JOIN clues c ON c.id = s.clue_id
           WHERE s.hunt_id = h.id) AS "solutions!"
   FROM hunts h LEFT JOIN hunt_reports r ON r.hunt_id = h.id
   WHERE h.id::text = $1`,
);

/** With empty texts if nothing is written; null for an unknown hunt. The id may be any text. */
export async function findReport(db: Database, huntId: string): Promise<ReportRow | null> {
  return FIND_REPORT.first(db, [huntId]);
}

const SAVE_REPORT = statement(
  'catalog.saveReport',
  `INSERT INTO hunt_reports (hunt_id, winner_name, story_html, edited_by, edited_at)
   VALUES ($1, $2, $3, $4, clock_timestamp())
   ON CONFLICT (hunt_id) DO UPDATE SET winner_name = excluded.winner_name,
     story_html = excluded.story_html, updated_at = clock_timestamp(),
     edit_version = hunt_reports.edit_version + 1, edited_by = excluded.edited_by,
     edited_at = excluded.edited_at`,
);
const DELETE_SOLUTIONS = statement(
  'catalog.deleteSolutions',
  'DELETE FROM clue_solutions WHERE hunt_id = $1',
);
const INSERT_SOLUTIONS = statement(
  'catalog.insertSolutions',
  `INSERT INTO clue_solutions (clue_id, hunt_id, body_html)
   SELECT c.id, c.hunt_id, s.body_html
   FROM unnest($2::text[], $3::text[]) AS s (clue_id, body_html)
   JOIN clues c ON c.id::text = s.clue_id AND c.hunt_id = $1 AND c.kind = 'clue'
   ON CONFLICT (clue_id) DO NOTHING`,
);

/** Returns false if a solution is of a clue that the hunt does not have. */
export async function saveReport(
  tx: Transaction,
  report: Pick<ReportRow, 'huntId' | 'winnerName' | 'storyHtml' | 'solutions'> & {
    editedBy: string;
  },
): Promise<boolean> {
  const { huntId, winnerName, storyHtml, solutions, editedBy } = report;
  await SAVE_REPORT.execute(tx, [huntId, winnerName, storyHtml, editedBy]);
  await DELETE_SOLUTIONS.execute(tx, [huntId]);
  const inserted = await INSERT_SOLUTIONS.execute(tx, [
    huntId,
    solutions.map(({ clueId }) => clueId),
    solutions.map(({ bodyHtml }) => bodyHtml),
  ]);
  return inserted === solutions.length;
}

const SET_REPORT_PUBLISHED = statement(
  'catalog.setReportPublished',
  `UPDATE hunt_reports SET updated_at = clock_timestamp(),
     published_at = CASE WHEN $2 THEN clock_timestamp() END
   WHERE hunt_id = $1`,
);

export async function setReportPublished(
  tx: Transaction,
  huntId: string,
  isPublished: boolean,
): Promise<void> {
  await SET_REPORT_PUBLISHED.execute(tx, [huntId, isPublished]);
}

const ANONYMISE_REPORT_EDITORS = statement(
  'catalog.anonymiseReportEditors',
  'UPDATE hunt_reports SET edited_by = NULL WHERE edited_by = $1',
);

export async function anonymiseReportEditors(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_REPORT_EDITORS.execute(tx, [userId]);
}
