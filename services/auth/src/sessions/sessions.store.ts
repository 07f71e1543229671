import type { Database } from '@cairn/postgres/pool.ts';

export type SessionRow = {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string | null;
};

const IS_ACTIVE = `ended_at IS NULL AND expires_at > now()
  AND token_version = (SELECT token_version FROM users WHERE users.id = user_id)`;

export async function insertSession(
  db: Database,
  session: {
    id: string;
    userId: string;
    tokenVersion: number;
    userAgent: string | null;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query({
    name: 'session-insert',
    text: `INSERT INTO sessions (id, user_id, token_version, user_agent, expires_at)
           VALUES ($1, $2, $3, $4, $5)`,
    values: [
      session.id,
      session.userId,
      session.tokenVersion,
      session.userAgent,
      session.expiresAt,
    ],
  });
}

/** Active sessions of a user, most recently used first. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.query({
    name: 'sessions-of-user',
    text: `SELECT id, created_at, last_seen_at, user_agent FROM sessions
           WHERE user_id = $1 AND ${IS_ACTIVE} ORDER BY last_seen_at DESC, id`,
    values: [userId],
  });
  return rows;
}

/** False if the user has no such active session. */
export async function markSessionEnded(
  db: Database,
  session: { id: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'session-end',
    text: `UPDATE sessions SET ended_at = clock_timestamp()
           WHERE id = $1 AND user_id = $2 AND ${IS_ACTIVE}`,
    values: [session.id, session.userId],
  });
  return rowCount === 1;
}

/** Writes at most once in ten minutes for a session, also for concurrent calls. */
export async function touchSession(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'session-touch',
    text: `UPDATE sessions SET last_seen_at = now()
           WHERE id = $1 AND last_seen_at < now() - interval '10 minutes'`,
    values: [id],
  });
}

/** Deletes sessions whose tokens have expired; returns the ids of those that were revoked. */
export async function deleteExpiredSessions(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    'DELETE FROM sessions WHERE expires_at <= now() RETURNING id, ended_at',
  );
  return rows.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id);
}
