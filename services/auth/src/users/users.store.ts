import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type UserRow = {
  id: string;
  email: string;
  /** Null while the account has no password. */
  password_hash: string | null;
  first_name: string | null;
  last_name: string | null;
  status: 'active' | 'suspended';
  email_verified: boolean;
  is_admin: boolean;
  token_version: number;
  version: number;
  created_at: Date;
  last_login: Date | null;
};

export type UserWithProducts = UserRow & { products: string[] };

const PRODUCTS = `ARRAY(
  SELECT DISTINCT product_id FROM user_products
  WHERE user_id = users.id AND status = 'held' ORDER BY product_id
) AS products`;

/** Null if the address is taken, also by a concurrent sign-up. */
export async function insertUser(
  tx: Transaction,
  user: { id: string; email: string; passwordHash: string | null; isAdmin?: boolean },
): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'user-insert',
    text: `INSERT INTO users (id, email, password_hash, is_admin) VALUES ($1, $2, $3, $4)
           ON CONFLICT (email) DO NOTHING RETURNING *`,
    values: [user.id, user.email, user.passwordHash, user.isAdmin ?? false],
  });
  return rows[0] ?? null;
}

export async function findUserByEmailForUpdate(
  tx: Transaction,
  email: string,
): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'user-by-email-for-update',
    text: 'SELECT * FROM users WHERE email = $1 FOR UPDATE',
    values: [email],
  });
  return rows[0] ?? null;
}

export async function findUserForUpdate(tx: Transaction, id: string): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'user-by-id-for-update',
    text: 'SELECT * FROM users WHERE id = $1 FOR UPDATE',
    values: [id],
  });
  return rows[0] ?? null;
}

export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<UserWithProducts | null> {
  const { rows } = await db.query({
    name: 'user-by-email',
    text: `SELECT *, ${PRODUCTS} FROM users WHERE email = $1`,
    values: [email],
  });
  return rows[0] ?? null;
}

export async function findUser(db: Database, id: string): Promise<UserWithProducts | null> {
  const { rows } = await db.query({
    name: 'user-by-id',
    text: `SELECT *, ${PRODUCTS} FROM users WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

type UserOfSession = UserWithProducts & {
  is_session_ended: boolean;
  /** The session was last seen more than ten minutes ago. */
  is_touch_due: boolean;
};

/** The user with the state of the session, which may be null or have no row. */
export async function findUserOfSession(
  db: Database,
  userId: string,
  sessionId: string | null,
): Promise<UserOfSession | null> {
  const { rows } = await db.query({
    name: 'user-of-session',
    text: `SELECT users.*, ${PRODUCTS}, s.ended_at IS NOT NULL AS is_session_ended,
             coalesce(s.last_seen_at < now() - interval '10 minutes', false) AS is_touch_due
           FROM users LEFT JOIN sessions s ON s.id = $2
           WHERE users.id = $1`,
    values: [userId, sessionId],
  });
  return rows[0] ?? null;
}

/** Revokes all session tokens. */
export async function replacePassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
): Promise<UserRow> {
  const { rows } = await tx.query({
    name: 'user-replace-password',
    text: `UPDATE users SET password_hash = $2, token_version = token_version + 1,
             version = version + 1
           WHERE id = $1 RETURNING *`,
    values: [id, passwordHash],
  });
  return rows[0];
}

/** Stores a new hash of the same password, unless the password has changed concurrently. */
export async function upgradePasswordHash(
  db: Database,
  id: string,
  hash: { from: string; to: string },
): Promise<void> {
  await db.query({
    name: 'user-upgrade-password-hash',
    text: 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
    values: [id, hash.from, hash.to],
  });
}

/** Revokes all session tokens of the user. */
export async function endSessions(tx: Transaction, id: string): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'user-end-sessions',
    text: `UPDATE users SET token_version = token_version + 1, version = version + 1
           WHERE id = $1 RETURNING *`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Records a login too, since a verification link logs in. Only for a user who is locked in `tx`. */
export async function markVerifiedAndLoggedIn(
  tx: Transaction,
  id: string,
): Promise<UserWithProducts> {
  const { rows } = await tx.query({
    name: 'user-mark-verified',
    text: `UPDATE users SET email_verified = true, last_login = now(), version = version + 1
           WHERE id = $1 RETURNING *, ${PRODUCTS}`,
    values: [id],
  });
  return rows[0];
}

/** Records no login: a reset link verifies the address as well. */
export async function markEmailVerified(tx: Transaction, id: string): Promise<UserRow> {
  const { rows } = await tx.query({
    name: 'user-mark-address-proved',
    text: `UPDATE users SET email_verified = true, version = version + 1
           WHERE id = $1 RETURNING *`,
    values: [id],
  });
  return rows[0];
}

/** A trigger revokes all older tokens when the role changes. */
export async function makeAdmin(tx: Transaction, id: string): Promise<void> {
  await tx.query('UPDATE users SET is_admin = true WHERE id = $1 AND NOT is_admin', [id]);
}

export async function markLoggedIn(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'user-logged-in',
    text: 'UPDATE users SET last_login = now() WHERE id = $1',
    values: [id],
  });
}

/** Ids of users who can act as admins, locked until the transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query(
    `SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified
     ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}
