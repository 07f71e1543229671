import type { Database } from '@cairn/postgres/pool.ts';
import type { RevocationState } from '@cairn/service-kit/identity-revocation.ts';
import { type Marker, sessionField, userField } from '@cairn/service-kit/revocation-markers.ts';

/** Version 1 for a user without revocations. */
export async function findRevocationState(
  db: Database,
  userId: string,
  sessionId: string | null,
): Promise<RevocationState> {
  const { rows } = await db.query({
    name: 'revocation-state',
    text: `SELECT (SELECT lowest_version FROM revocations WHERE user_id = $1) AS version,
             EXISTS (SELECT FROM sessions WHERE id = $2 AND ended_at IS NOT NULL) AS is_ended`,
    values: [userId, sessionId],
  });
  return { lowestVersion: rows[0].version ?? 1, isSessionEnded: rows[0].is_ended };
}

/** Markers of revocations after `since`; all of them if it is null. */
export async function listMarkers(db: Database, since: Date | null): Promise<Marker[]> {
  const users = await db.query({
    name: 'revocations-since',
    text: `SELECT user_id, lowest_version FROM revocations
           WHERE revoked_at > coalesce($1::timestamptz, '-infinity')`,
    values: [since],
  });
  const sessions = await db.query({
    name: 'ended-sessions-since',
    text: `SELECT id FROM sessions
           WHERE ended_at > coalesce($1::timestamptz, '-infinity') AND expires_at > now()`,
    values: [since],
  });
  return [
    ...users.rows.map((row) => ({ field: userField(row.user_id), value: row.lowest_version })),
    ...sessions.rows.map(({ id }) => ({ field: sessionField(id), value: 1 })),
  ];
}

/** Returns the ids of users whose rows were deleted. */
export async function deleteRevocationsBefore(db: Database, before: Date): Promise<string[]> {
  const { rows } = await db.query(
    'DELETE FROM revocations WHERE revoked_at < $1 RETURNING user_id',
    [before],
  );
  return rows.map(({ user_id }) => user_id);
}
