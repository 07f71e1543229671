import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { TokenOwner } from '@cairn/service-kit/revocation-markers.ts';

export type UserRow = {
  id: string;
  email: string;
  /** Null while the account has no password. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  status: 'active' | 'suspended';
  emailVerified: boolean;
  isAdmin: boolean;
  tokenVersion: number;
  version: number;
  createdAt: Date;
  lastLogin: Date | null;
};

/** For statements in which `users` is the table's name. */
export const USER_COLUMNS = `users.id, email, users.password_hash AS "passwordHash",
  first_name AS "firstName", last_name AS "lastName", status, email_verified AS "emailVerified",
  is_admin AS "isAdmin", users.token_version AS "tokenVersion", version,
  users.created_at AS "createdAt", last_login AS "lastLogin"`;

export type UserWithProducts = UserRow & { products: string[] };

const PRODUCTS = `ARRAY(
  SELECT DISTINCT product_id FROM user_products
  WHERE user_id = users.id AND status = 'held' ORDER BY product_id
) AS products`;

const INSERT_USER = statement(
  'auth.insertUser',
  `INSERT INTO users (id, email, password_hash, is_admin) VALUES ($1, $2, $3?, $4)
   ON CONFLICT (email) DO NOTHING RETURNING ${USER_COLUMNS}`,
);

/** Null if the address is taken, also by a concurrent sign-up. */
export async function insertUser(
  tx: Transaction,
  user: { id: string; email: string; passwordHash: string | null; isAdmin?: boolean },
): Promise<UserRow | null> {
  return INSERT_USER.first(tx, [user.id, user.email, user.passwordHash, user.isAdmin ?? false]);
}

const FIND_USER_BY_EMAIL_FOR_UPDATE = statement(
  'auth.findUserByEmailForUpdate',
  `SELECT ${USER_COLUMNS} FROM users WHERE email = $1 FOR UPDATE`,
);

export async function findUserByEmailForUpdate(
  tx: Transaction,
  email: string,
): Promise<UserRow | null> {
  return FIND_USER_BY_EMAIL_FOR_UPDATE.first(tx, [email]);
}

const FIND_USER_FOR_UPDATE = statement(
  'auth.findUserForUpdate',
  `SELECT ${USER_COLUMNS} FROM users WHERE id = $1 FOR UPDATE`,
);

export async function findUserForUpdate(tx: Transaction, id: string): Promise<UserRow | null> {
  return FIND_USER_FOR_UPDATE.first(tx, [id]);
}

const FIND_USER_BY_EMAIL = statement(
  'auth.findUserByEmail',
  `SELECT ${USER_COLUMNS}, ${PRODUCTS} FROM users WHERE email = $1`,
);

export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<UserWithProducts | null> {
  return FIND_USER_BY_EMAIL.first(db, [email]);
}

const FIND_USER = statement(
  'auth.findUser',
  `SELECT ${USER_COLUMNS}, ${PRODUCTS} FROM users WHERE id = $1`,
);

export async function findUser(db: Database, id: string): Promise<UserWithProducts | null> {
  return FIND_USER.first(db, [id]);
}

type UserOfSession = UserWithProducts & {
  isSessionEnded: boolean;
  /** The session was last seen more than ten minutes ago. */
  isTouchDue: boolean;
};

const FIND_USERS_OF_SESSIONS = statement(
  'auth.findUsersOfSessions',
  `SELECT ${USER_COLUMNS}, ${PRODUCTS}, s.ended_at IS NOT NULL AS "isSessionEnded!",
     coalesce(s.last_seen_at < now() - interval '10 minutes', false) AS "isTouchDue",
     t.place::integer AS "place!"
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS t (user_id, session_id, place)
   JOIN users ON users.id = t.user_id
   LEFT JOIN sessions s ON s.id = t.session_id`,
);

/**
 * The user of each token with the state of its session, which may be null or have no row; in the same
 * order, null for users that do not exist.
 */
export async function findUsersOfSessions(
  db: Database,
  tokens: readonly TokenOwner[],
): Promise<(UserOfSession | null)[]> {
  const rows = await FIND_USERS_OF_SESSIONS.all(db, [
    tokens.map(({ userId }) => userId),
    tokens.map(({ sessionId }) => sessionId),
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return tokens.map((_, index) => found.get(index + 1) ?? null);
}

const REPLACE_PASSWORD = statement(
  'auth.replacePassword',
  `UPDATE users SET password_hash = $2, token_version = token_version + 1,
     version = version + 1
   WHERE id = $1 RETURNING ${USER_COLUMNS}`,
);

/** Revokes all session tokens. */
export async function replacePassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
): Promise<UserRow> {
  return REPLACE_PASSWORD.one(tx, [id, passwordHash]);
}

const UPGRADE_PASSWORD_HASH = statement(
  'auth.upgradePasswordHash',
  'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
);

/** Stores a new hash of the same password, unless the password has changed concurrently. */
export async function upgradePasswordHash(
  db: Database,
  id: string,
  hash: { from: string; to: string },
): Promise<void> {
  await UPGRADE_PASSWORD_HASH.execute(db, [id, hash.from, hash.to]);
}

const END_SESSIONS = statement(
  'auth.endSessions',
  `UPDATE users SET token_version = token_version + 1, version = version + 1
   WHERE id = $1 RETURNING ${USER_COLUMNS}`,
);

/** Revokes all session tokens of the user. */
export async function endSessions(tx: Transaction, id: string): Promise<UserRow | null> {
  return END_SESSIONS.first(tx, [id]);
}

const MARK_VERIFIED_AND_LOGGED_IN = statement(
  'auth.markVerifiedAndLoggedIn',
  `UPDATE users SET email_verified = true, last_login = now(), version = version + 1
   WHERE id = $1 RETURNING ${USER_COLUMNS}, ${PRODUCTS}`,
);

/** Records a login too, since a verification link logs in. Only for a user who is locked in `tx`. */
export async function markVerifiedAndLoggedIn(
  tx: Transaction,
  id: string,
): Promise<UserWithProducts> {
  return MARK_VERIFIED_AND_LOGGED_IN.one(tx, [id]);
}

const MARK_EMAIL_VERIFIED = statement(
  'auth.markEmailVerified',
  `UPDATE users SET email_verified = true, version = version + 1
   WHERE id = $1 RETURNING ${USER_COLUMNS}`,
);

/** Records no login: a reset link verifies the address as well. */
export async function markEmailVerified(tx: Transaction, id: string): Promise<UserRow> {
  return MARK_EMAIL_VERIFIED.one(tx, [id]);
}

const MAKE_ADMIN = statement(
  'auth.makeAdmin',
  'UPDATE users SET is_admin = true WHERE id = $1 AND NOT is_admin',
);

/** A trigger revokes all older tokens when the role changes. */
export async function makeAdmin(tx: Transaction, id: string): Promise<void> {
  await MAKE_ADMIN.execute(tx, [id]);
}

const MARK_LOGGED_IN = statement(
  'auth.markLoggedIn',
  'UPDATE users SET last_login = now() WHERE id = $1',
);

export async function markLoggedIn(db: Database, id: string): Promise<void> {
  await MARK_LOGGED_IN.execute(db, [id]);
}

const LOCK_ACTIVE_ADMINS = statement(
  'auth.lockActiveAdmins',
  `SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified
   ORDER BY id FOR UPDATE`,
);

/** Ids of users who can act as admins, locked until the transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const rows = await LOCK_ACTIVE_ADMINS.all(tx);
  return rows.map(({ id }) => id);
}

export type AccountFields = Pick<
  UserRow,
  'status' | 'emailVerified' | 'isAdmin' | 'firstName' | 'lastName'
>;

const CHANGE_ACCOUNT = statement(
  'auth.changeAccount',
  `UPDATE users SET status = $2, email_verified = $3, is_admin = $4, first_name = $5?,
     last_name = $6?, version = version + 1
   WHERE id = $1 RETURNING ${USER_COLUMNS}`,
);

/** Increments `version`, by which consumers order the user's events. */
export async function changeAccount(
  tx: Transaction,
  id: string,
  fields: AccountFields,
): Promise<UserRow> {
  return CHANGE_ACCOUNT.one(tx, [
    id,
    fields.status,
    fields.emailVerified,
    fields.isAdmin,
    fields.firstName,
    fields.lastName,
  ]);
}

const DELETE_USER = statement('auth.deleteUser', 'DELETE FROM users WHERE id = $1');

/** Link tokens and sessions are deleted by cascade; a trigger revokes all session tokens. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await DELETE_USER.execute(tx, [id]);
}

const SET_FIRST_PASSWORD = statement(
  'auth.setFirstPassword',
  'UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash IS NULL',
);

/** Does nothing where the user has a password. */
export async function setFirstPassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
): Promise<void> {
  await SET_FIRST_PASSWORD.execute(tx, [id, passwordHash]);
}
