import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

// Not named: Postgres plans a prefix with its value, by an index.
const SEARCH_MESSAGE_ROWS = statement(
  'notification.searchMessageRows',
  `WITH phone AS (
     SELECT user_id, number FROM phones WHERE number COLLATE "C" LIKE $1?
     ORDER BY number COLLATE "C" LIMIT $4),
   mailing AS (
     (SELECT id, subject, state, created_at FROM mailings
      WHERE NOT is_test AND lower(subject) COLLATE "C" LIKE $2
      ORDER BY lower(subject) COLLATE "C" LIMIT $4)
     UNION (SELECT id, subject, state, created_at FROM mailings
            WHERE id = $3?::uuid AND NOT is_test)),
   message AS (
     (SELECT id, name, email, status FROM contact_messages WHERE email COLLATE "C" LIKE $2
      ORDER BY email COLLATE "C" LIMIT $4)
     UNION (SELECT id, name, email, status FROM contact_messages WHERE id = $3::uuid))
   SELECT 'user' AS "kind!", user_id AS "id!", coalesce(r.email, number) AS "label!",
     number AS "detail!"
   FROM phone LEFT JOIN recipients r USING (user_id)
   UNION ALL SELECT 'mailing', id, subject, state FROM mailing
   UNION ALL SELECT 'message', id, name, email || ', ' || status FROM message`,
  { isNamed: false },
);

/** Reads at most `max` rows of each index. `phone` is the beginning of a number in E.164, or null. */
export async function searchMessageRows(
  db: Database,
  { text, phone }: { text: string; phone: string | null },
  max: number,
): Promise<SearchResult[]> {
  return SEARCH_MESSAGE_ROWS.all(db, [
    phone && `${phone}%`,
    beginning(text),
    UUID.test(text) ? text : null,
    max,
  ]);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function beginning(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
