import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { UserRow } from '../users/users.store.ts';

export type AccountRow = Omit<UserRow, 'passwordHash' | 'tokenVersion' | 'version'>;

export type PersonRow = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>;

export type AccountFilter = {
  /** Prefix of the email address, last name or full name; empty for all. */
  search: string;
  status: 'active' | 'suspended' | '';
  /** Days of creation in UTC, both inclusive; empty for all. */
  from?: string;
  to?: string;
};

export type AccountOrder = {
  sort: 'created_at' | 'email' | 'name' | 'last_login' | 'status';
  direction: 'asc' | 'desc';
};

/** Each order matches an index; the id breaks ties. */
const ORDERS: Record<AccountOrder['sort'], { ascending: string; descending: string }> = {
  created_at: { ascending: 'created_at, id', descending: 'created_at DESC, id DESC' },
  email: { ascending: 'email COLLATE "C", id', descending: 'email COLLATE "C" DESC, id DESC' },
  name: { ascending: 'full_name_key, id', descending: 'full_name_key DESC, id DESC' },
  last_login: {
    ascending: 'last_login NULLS FIRST, id',
    descending: 'last_login DESC NULLS LAST, id DESC',
  },
  status: {
    ascending: 'status, created_at, id',
    descending: 'status DESC, created_at DESC, id DESC',
  },
};

// Conditions fold to constants when the statement is planned with its parameters.
const ANY = '$1::text IS NOT NULL';
const EMAIL = 'email COLLATE "C" LIKE $1';
const FULL_NAME = 'full_name_key LIKE $1';
const LAST_NAME = 'last_name_key LIKE $1';
const CREATED = `($3::date IS NULL OR created_at >= $3::date::timestamp AT TIME ZONE 'UTC')
  AND ($4::date IS NULL OR created_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC')`;

/**
 * A page of the matching accounts, of which there are `total`. The inner query is an index-only scan;
 * pages in the second half are read from the end, so that OFFSET skips at most half of the rows.
 */
export async function listAccounts(
  db: Database,
  filter: AccountFilter,
  page: AccountOrder & { limit: number; offset: number; total: number },
): Promise<AccountRow[]> {
  const { ascending, descending } = ORDERS[page.sort];
  const isFromEnd = page.offset > page.total / 2;
  const limit = Math.min(page.limit, Math.max(0, page.total - page.offset));
  const offset = isFromEnd ? Math.max(0, page.total - page.offset - limit) : page.offset;
  const isAscending = page.direction === 'asc';
  const isFound = filter.search === '' ? ANY : `(${EMAIL} OR ${FULL_NAME} OR ${LAST_NAME})`;
  // Not a named statement: Postgres then plans each filter with the matching index.
  const { rows } = await db.query<AccountRow>(
    `SELECT users.id, email, first_name AS "firstName", last_name AS "lastName", status,
            email_verified AS "emailVerified", is_admin AS "isAdmin", created_at AS "createdAt",
            last_login AS "lastLogin"
     FROM (SELECT id FROM users WHERE ${isFound} AND ${statusCondition(filter)} AND ${CREATED}
           ORDER BY ${isAscending === isFromEnd ? descending : ascending}
           LIMIT $5 OFFSET $6) AS page
     JOIN users USING (id) ORDER BY ${isAscending ? ascending : descending}`,
    [...parameters(filter), limit, offset],
  );
  return rows;
}

/** Counts each prefix match in its own index and excludes rows that an earlier count includes. */
export async function countAccounts(db: Database, filter: AccountFilter): Promise<number> {
  const only = (...conditions: string[]) =>
    `(SELECT count(*) FROM users WHERE ${[...conditions, statusCondition(filter), CREATED].join(' AND ')})`;
  const counts =
    filter.search === ''
      ? [only(ANY)]
      : [
          only(EMAIL),
          only(FULL_NAME, `NOT (${EMAIL})`),
          only(LAST_NAME, `NOT (${EMAIL})`, `(${FULL_NAME}) IS NOT TRUE`),
        ];
  const { rows } = await db.query<{ total: number }>(
    `SELECT (${counts.join(' + ')})::int AS total`,
    parameters(filter),
  );
  return rows[0]?.total ?? 0;
}

const FIND_PEOPLE = statement(
  'auth.findPeople',
  'SELECT id, email, first_name AS "firstName", last_name AS "lastName" FROM users WHERE id = ANY($1::uuid[])',
);

export async function findPeople(db: Database, ids: string[]): Promise<PersonRow[]> {
  return FIND_PEOPLE.all(db, [ids]);
}

/** Postgres needs the type of $2 even if no status is given. */
function statusCondition(filter: AccountFilter): string {
  return filter.status === '' ? '$2::text IS NOT NULL' : 'status = $2';
}

function parameters({ search, status, from, to }: AccountFilter) {
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return [pattern, status, toStoredDay(from), toStoredDay(to)];
}

/** Postgres has no year 0, and no account is as old. */
export function toStoredDay(day = ''): string | null {
  return day && day < '1900-01-01' ? '1900-01-01' : day || null;
}
