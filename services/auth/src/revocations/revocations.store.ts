import type { Database } from '@cairn/postgres/pool.ts';
import type { Mark } from '@cairn/service-kit/identity-marks.ts';

/** 1 for a user who never ended a token. */
export async function findLowestTokenVersion(db: Database, userId: string): Promise<number> {
  const { rows } = await db.query({
    name: 'revocation-of-user',
    text: 'SELECT lowest_version FROM revocations WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.lowest_version ?? 1;
}

/** What was revoked since then; all of it where `since` is null. */
export async function listRevocations(db: Database, since: Date | null): Promise<Mark[]> {
  const { rows } = await db.query({
    name: 'revocations-since',
    text: `SELECT user_id AS "userId", lowest_version AS "lowestVersion" FROM revocations
           WHERE revoked_at > coalesce($1::timestamptz, '-infinity')`,
    values: [since],
  });
  return rows;
}

export async function deleteRevocationsBefore(db: Database, before: Date): Promise<void> {
  await db.query('DELETE FROM revocations WHERE revoked_at < $1', [before]);
}
