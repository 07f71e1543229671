import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type Activity = EventData<typeof staffActed> & { id: string };

/** The id keeps an act single also when the inbox has forgotten it and a replay brings it again. */
export async function insertActivity(tx: Transaction, activity: Activity): Promise<void> {
  await tx.query({
    name: 'activity-insert',
    text: `INSERT INTO activities
             (id, admin_id, action, subject_type, subject_id, before, after, acted_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (id) DO NOTHING`,
    values: [
      activity.id,
      activity.adminId,
      activity.action,
      activity.subjectType,
      activity.subjectId,
      activity.before,
      activity.after,
      activity.at,
    ],
  });
}

/** About the user, and by them as staff: what changed of others is the others' own. */
export async function listActivitiesOfUser(
  db: Database,
  userId: string,
): Promise<(Omit<Activity, 'at'> & { at: Date })[]> {
  const { rows } = await db.query(
    `SELECT id, admin_id AS "adminId", action, subject_type AS "subjectType",
            subject_id AS "subjectId", acted_at AS at,
            CASE WHEN subject_id = $1 THEN before END AS before,
            CASE WHEN subject_id = $1 THEN after END AS after
     FROM activities WHERE subject_id = $1 OR admin_id = $1 ORDER BY acted_at, id`,
    [userId],
  );
  return rows;
}
