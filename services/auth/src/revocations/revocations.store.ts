import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { RevocationState } from '@cairn/service-kit/identity-revocation.ts';
import { type Marker, sessionField, userField } from '@cairn/service-kit/revocation-markers.ts';

const FIND_REVOCATION_STATE = statement(
  'auth.findRevocationState',
  `SELECT (SELECT lowest_version FROM revocations WHERE user_id = $1) AS version,
   EXISTS (SELECT FROM sessions WHERE id = $2? AND ended_at IS NOT NULL) AS "isEnded"`,
);

/** Version 1 for a user without revocations. */
export async function findRevocationState(
  db: Database,
  userId: string,
  sessionId: string | null,
): Promise<RevocationState> {
  const { version, isEnded } = await FIND_REVOCATION_STATE.one(db, [userId, sessionId]);
  return { lowestVersion: version ?? 1, isSessionEnded: isEnded };
}

const LIST_MARKERS = statement(
  'auth.listMarkers',
  `SELECT user_id AS "userId!", NULL::uuid AS "sessionId", lowest_version AS "value!"
   FROM revocations
   WHERE revoked_at > coalesce(now() - $1?::float8 * interval '1 millisecond', '-infinity')
   UNION ALL SELECT user_id, id, 1 FROM sessions
   WHERE ended_at > coalesce(now() - $1?::float8 * interval '1 millisecond', '-infinity')
     AND expires_at > now()`,
);

/**
 * Markers of the revocations of the last `ageMs`, by the database's clock, which sets their times;
 * all of them if it is null.
 */
export async function listMarkers(db: Database, ageMs: number | null): Promise<Marker[]> {
  const rows = await LIST_MARKERS.all(db, [ageMs]);
  return rows.map(({ userId, sessionId, value }) => ({
    field: sessionId ? sessionField(sessionId) : userField(userId),
    value,
  }));
}

const DELETE_REVOCATIONS_BEFORE = statement(
  'auth.deleteRevocationsBefore',
  'DELETE FROM revocations WHERE revoked_at < $1 RETURNING user_id AS "userId"',
);

/** Returns the ids of users whose rows were deleted. */
export async function deleteRevocationsBefore(db: Database, before: Date): Promise<string[]> {
  const rows = await DELETE_REVOCATIONS_BEFORE.all(db, [before]);
  return rows.map(({ userId }) => userId);
}
