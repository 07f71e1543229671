import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const SEARCH_HUNTS_AND_CLAIMS = statement(
  'catalog.searchHuntsAndClaims',
  `WITH hunt AS (
     SELECT id, title, handle, status FROM hunts
     WHERE title ILIKE $1 OR handle ILIKE $1 OR id::text = $2
     ORDER BY title, id LIMIT $3),
   claim AS (
     SELECT c.id, h.title, c.state FROM claims c JOIN hunts h ON h.id = c.hunt_id
     WHERE h.title ILIKE $1 OR h.handle ILIKE $1 OR c.id::text = $2
     ORDER BY c.created_at DESC, c.id LIMIT $3)
   SELECT 'hunt' AS "kind!", id AS "id!", title AS "label!",
     handle || ', ' || status AS "detail!"
   FROM hunt
   UNION ALL SELECT 'claim', id, title, state FROM claim`,
);

/** Hunts and claims are few, so that any part of a title may match. */
export async function searchHuntsAndClaims(
  db: Database,
  search: string,
  max: number,
): Promise<SearchResult[]> {
  return SEARCH_HUNTS_AND_CLAIMS.all(db, [`%${search.replace(/[\\%_]/g, '\\$&')}%`, search, max]);
}
