import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { PUBLISHED_REPORT_OF_HUNT, type PublishedReport } from '../hunts/hunt-views.store.ts';

export type PublicHuntRow = {
  id: string;
  story: string;
  rules: string;
  completedAt: Date | null;
  cluesReleased: number;
  updatesReleased: number;
  report: PublishedReport | null;
};

const FIND_PUBLIC_HUNT = statement(
  'catalog.findPublicHunt',
  `SELECT h.id, h.story, h.rules, h.completed_at AS "completedAt",
          count(c.id) FILTER (WHERE c.kind = 'clue')::int AS "cluesReleased",
          count(c.id) FILTER (WHERE c.kind = 'update')::int AS "updatesReleased",
          ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h
   LEFT JOIN clues c ON c.hunt_id = h.id AND c.publish_at <= now() AND h.status <> 'upcoming'
   WHERE h.handle = $1 AND h.status <> 'draft' GROUP BY h.id`,
);

/** The fields of the public page beside those of the product; null for a draft. */
export async function findPublicHunt(db: Database, handle: string): Promise<PublicHuntRow | null> {
  return FIND_PUBLIC_HUNT.first(db, [handle]);
}
