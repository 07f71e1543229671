import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type FoundAccount = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: string;
};

// Not named: Postgres plans a prefix with its value, by an index.
const SEARCH_ACCOUNTS = statement(
  'auth.searchAccounts',
  `SELECT id, email, first_name AS "firstName", last_name AS "lastName", status
   FROM users WHERE id IN (
     (SELECT id FROM users WHERE email COLLATE "C" LIKE $1
      ORDER BY email COLLATE "C" LIMIT $2)
     UNION
     (SELECT id FROM users WHERE full_name_key LIKE $1 ORDER BY full_name_key LIMIT $2)
     UNION
     (SELECT id FROM users WHERE last_name_key LIKE $1 ORDER BY last_name_key LIMIT $2)
     UNION
     (SELECT id FROM users WHERE id = $3?::uuid))
   ORDER BY email COLLATE "C" LIMIT $2`,
  { isNamed: false },
);

/** Reads at most `max` rows of each index, however many accounts match. */
export async function searchAccounts(
  db: Database,
  search: string,
  max: number,
): Promise<FoundAccount[]> {
  return SEARCH_ACCOUNTS.all(db, [
    `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
    max,
    UUID.test(search) ? search : null,
  ]);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
