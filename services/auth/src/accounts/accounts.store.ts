import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { ListPage } from '@cairn/service-kit/keyset.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';
import type { UserRow } from '../users/users.store.ts';

export type AccountRow = Omit<UserRow, 'passwordHash' | 'tokenVersion'>;

export type PersonRow = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>;

export type AccountFilter = {
  /** Prefix of the email address, last name or full name; empty for all. */
  search: string;
  status: 'active' | 'suspended' | '';
  /** Days of creation in UTC, both inclusive; empty for all. */
  from?: string;
  to?: string;
};

export type AccountSort = 'created_at' | 'email' | 'name' | 'last_login' | 'status';

/** The columns of each order, before the id, which breaks ties. Each matches an index and is never null. */
const KEYS: Record<AccountSort, string[]> = {
  created_at: ['created_at'],
  email: ['email COLLATE "C"'],
  // Users without a name come last: no character is greater.
  name: [`coalesce(full_name_key, U&'\\+10FFFF')`],
  // Users who never logged in come first.
  last_login: [`coalesce(last_login, '-infinity'::timestamptz)`],
  status: ['status', 'created_at'],
};

// Conditions fold to constants when the statement is planned with its parameters.
const ANY = '$1::text IS NOT NULL';
const EMAIL = 'email COLLATE "C" LIKE $1';
const FULL_NAME = 'full_name_key LIKE $1';
const LAST_NAME = 'last_name_key LIKE $1';
const CREATED = `($3::date IS NULL OR created_at >= $3::date::timestamp AT TIME ZONE 'UTC')
  AND ($4::date IS NULL OR created_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC')`;

/** `total` is the number of matching accounts, if they were all counted. */
export type AccountPage = ListPage & { sort: AccountSort; total: number | null };

/**
 * A page of the matching accounts. The inner query is an index-only scan. A page by number in the second half is read from the end, so that OFFSET skips at
 * most half of the rows.
 */
export async function listAccounts(
  db: Database,
  filter: AccountFilter,
  page: AccountPage,
): Promise<AccountRow[]> {
  const keys = KEYS[page.sort];
  const { limit, offset, isFromEnd } = toRange(page);
  const { isAscending } = page;
  const isFound = filter.search === '' ? ANY : `(${EMAIL} OR ${FULL_NAME} OR ${LAST_NAME})`;
  const edge = keys.map((key) => `(SELECT ${key} FROM users WHERE id = $7)`);
  // Not a named statement: Postgres then plans each filter with the matching index.
  const { rows } = await db.query<AccountRow>(
    `SELECT users.id, email, first_name AS "firstName", last_name AS "lastName", status,
            email_verified AS "emailVerified", is_admin AS "isAdmin", created_at AS "createdAt",
            last_login AS "lastLogin", version
     FROM (SELECT id FROM users WHERE ${isFound} AND ${statusCondition(filter)} AND ${CREATED}
             AND ($7::uuid IS NULL
               OR (${[...keys, 'id']}) ${isAscending ? '>' : '<'} (${[...edge, '$7']}))
           ORDER BY ${orderBy(keys, isAscending !== isFromEnd)} LIMIT $5 OFFSET $6) AS page
     JOIN users USING (id) ORDER BY ${orderBy(keys, isAscending)}`,
    [...parameters(filter), limit, offset, page.edgeId],
  );
  return rows;
}

function orderBy(keys: readonly string[], isAscending: boolean): string {
  return [...keys, 'users.id'].map((key) => `${key} ${isAscending ? 'ASC' : 'DESC'}`).join(', ');
}

function toRange({ limit, offset, total }: AccountPage) {
  if (total === null || offset <= total / 2) return { limit, offset, isFromEnd: false };
  const rows = Math.min(limit, Math.max(0, total - offset));
  return { limit: rows, offset: Math.max(0, total - offset - rows), isFromEnd: true };
}

/**
 * Counts each prefix match in its own index, without the rows of an earlier one, and stops at `max`
 * rows.
 */
export async function countAccounts(
  db: Database,
  filter: AccountFilter,
  max: number | null = null,
): Promise<number> {
  const only = (...conditions: string[]) =>
    `SELECT FROM users WHERE ${[...conditions, statusCondition(filter), CREATED].join(' AND ')}`;
  const matches =
    filter.search === ''
      ? [only(ANY)]
      : [
          only(EMAIL),
          only(FULL_NAME, `NOT (${EMAIL})`),
          only(LAST_NAME, `NOT (${EMAIL})`, `(${FULL_NAME}) IS NOT TRUE`),
        ];
  const { rows } = await db.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${matches.join(' UNION ALL ')} LIMIT $5) found`,
    [...parameters(filter), max],
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
