import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type SessionRow = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
};

const IS_ACTIVE = `ended_at IS NULL AND expires_at > now()
  AND token_version = (SELECT token_version FROM users WHERE users.id = user_id)`;

const INSERT_SESSION = statement(
  'auth.insertSession',
  `INSERT INTO sessions (id, user_id, token_version, user_agent, expires_at)
   VALUES ($1, $2, $3, $4?, $5)`,
);

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
  await INSERT_SESSION.execute(db, [
    session.id,
    session.userId,
    session.tokenVersion,
    session.userAgent,
    session.expiresAt,
  ]);
}

const LIST_SESSIONS = statement(
  'auth.listSessions',
  `SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_agent AS "userAgent" FROM sessions
   WHERE user_id = $1 AND ${IS_ACTIVE} ORDER BY last_seen_at DESC, id`,
);

/** Active sessions of a user, most recently used first. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return LIST_SESSIONS.all(db, [userId]);
}

const MARK_SESSION_ENDED = statement(
  'auth.markSessionEnded',
  `UPDATE sessions SET ended_at = clock_timestamp()
   WHERE id = $1 AND user_id = $2 AND ${IS_ACTIVE}`,
);

/** False if the user has no such active session. */
export async function markSessionEnded(
  db: Database,
  session: { id: string; userId: string },
): Promise<boolean> {
  return (await MARK_SESSION_ENDED.execute(db, [session.id, session.userId])) === 1;
}

const TOUCH_SESSION = statement(
  'auth.touchSession',
  `UPDATE sessions SET last_seen_at = now()
   WHERE id = $1 AND last_seen_at < now() - interval '10 minutes'`,
);

/** Writes at most once in ten minutes for a session, also for concurrent calls. */
export async function touchSession(db: Database, id: string): Promise<void> {
  await TOUCH_SESSION.execute(db, [id]);
}

const DELETE_EXPIRED_SESSIONS = statement(
  'auth.deleteExpiredSessions',
  'DELETE FROM sessions WHERE expires_at <= now() RETURNING id, ended_at AS "endedAt"',
);

/** Deletes sessions whose tokens have expired; returns the ids of those that were revoked. */
export async function deleteExpiredSessions(db: Database): Promise<string[]> {
  const rows = await DELETE_EXPIRED_SESSIONS.all(db);
  return rows.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id);
}
