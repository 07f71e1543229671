import type { Database } from '@cairn/postgres/pool.ts';
import type { UserRow } from '../users/users.store.ts';

export type AccountRow = Omit<UserRow, 'password_hash' | 'token_version' | 'version'>;

export type AccountFilter = {
  /** The beginning of an address, of a last name or of the whole name; empty for all. */
  search: string;
  status: 'active' | 'suspended' | '';
};

// Not a named statement: Postgres is to plan it anew for each filter, with the indexes that fit.
const MATCHING = `
  ($2 = '' OR status = $2)
  AND ($1 = '' OR email LIKE lower($1)
    OR lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) LIKE lower($1)
    OR lower(last_name) LIKE lower($1))`;

/** Newest first. */
export async function listAccounts(
  db: Database,
  filter: AccountFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AccountRow[]> {
  const { rows } = await db.query(
    `SELECT id, email, first_name, last_name, status, email_verified, is_admin, created_at, last_login
     FROM users WHERE ${MATCHING} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [prefixPattern(filter.search), filter.status, limit, offset],
  );
  return rows;
}

export async function countAccounts(db: Database, filter: AccountFilter): Promise<number> {
  const { rows } = await db.query(`SELECT count(*)::int AS total FROM users WHERE ${MATCHING}`, [
    prefixPattern(filter.search),
    filter.status,
  ]);
  return rows[0].total;
}

function prefixPattern(search: string): string {
  return search === '' ? '' : `${search.replace(/[\\%_]/g, '\\$&')}%`;
}
