import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';
import type { AccountFilter } from './accounts.store.ts';

export type ExportedAccount = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: string;
  emailVerified: boolean;
  isAdmin: boolean;
  createdAt: Date;
  lastLogin: Date | null;
};

const COLUMNS = `id, email, first_name AS "firstName", last_name AS "lastName", status,
  email_verified AS "emailVerified", is_admin AS "isAdmin", created_at AS "createdAt",
  last_login AS "lastLogin"`;

const LIST_ACCOUNTS_FOR_EXPORT = statement(
  'auth.listAccountsForExport',
  `SELECT ${COLUMNS} FROM users
   WHERE ($1?::text IS NULL OR email COLLATE "C" LIKE $1 OR full_name_key LIKE $1
       OR last_name_key LIKE $1)
     AND ($2?::text IS NULL OR status = $2)
     AND ($3?::uuid IS NULL OR (created_at, id) < ((SELECT created_at FROM users WHERE id = $3), $3))
     AND ($5?::date IS NULL OR created_at >= $5::date::timestamp AT TIME ZONE 'UTC')
     AND ($6?::date IS NULL OR created_at < ($6::date + 1)::timestamp AT TIME ZONE 'UTC')
   ORDER BY created_at DESC, id DESC LIMIT $4`,
  { isNamed: false },
);

/** Newest first, after the account `startingAfter`. Not named: conditions fold to constants. */
export async function listAccountsForExport(
  db: Database,
  { search, status, from, to }: AccountFilter,
  { startingAfter, limit }: { startingAfter: string | null; limit: number },
): Promise<ExportedAccount[]> {
  const pattern = search && `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return LIST_ACCOUNTS_FOR_EXPORT.all(db, [
    ...([pattern || null, status || null, startingAfter, limit] as const),
    ...([toStoredDay(from), toStoredDay(to)] as const),
  ]);
}

const LIST_SELECTED_ACCOUNTS = statement(
  'auth.listSelectedAccounts',
  `SELECT ${COLUMNS} FROM users WHERE id = ANY($1::uuid[]) ORDER BY created_at DESC, id DESC`,
);

export async function listSelectedAccounts(
  db: Database,
  ids: readonly string[],
): Promise<ExportedAccount[]> {
  return LIST_SELECTED_ACCOUNTS.all(db, [ids]);
}
