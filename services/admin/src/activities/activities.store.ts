import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type Activity = EventData<typeof staffActed> & { id: string };

/** Idempotent by event id, also when an event is replayed after the inbox has been purged. */
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

/** Activities about the user, and by them as staff, the latter without other users' data. */
export async function listActivitiesOfUser(db: Database, userId: string): Promise<ActivityRow[]> {
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

/** `day` is a UTC date such as `2026-01-31`. Empty fields do not filter. */
export type ActivityFilter = { admin: string; action: string; day: string };

export type ActivityRow = Omit<Activity, 'at'> & { at: Date };

const COLUMNS = `id, admin_id AS "adminId", action, subject_type AS "subjectType",
  subject_id AS "subjectId", before, after, acted_at AS at`;

/** Newest first. */
export async function listActivities(
  db: Database,
  filter: ActivityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> {
  const { conditions, values } = matching(filter);
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM activities WHERE ${conditions}
     ORDER BY acted_at DESC, id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  );
  return rows;
}

export async function countActivities(db: Database, filter: ActivityFilter): Promise<number> {
  const { conditions, values } = matching(filter);
  const { rows } = await db.query(
    `SELECT count(*)::int AS total FROM activities WHERE ${conditions}`,
    values,
  );
  return rows[0].total;
}

/** A loose index scan: its cost depends on the number of admins, not of activities. */
export async function listActingAdmins(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `WITH RECURSIVE acting AS (
       (SELECT admin_id FROM activities ORDER BY admin_id LIMIT 1)
       UNION ALL
       SELECT (SELECT admin_id FROM activities WHERE admin_id > acting.admin_id
               ORDER BY admin_id LIMIT 1)
       FROM acting WHERE acting.admin_id IS NOT NULL
     ) SELECT admin_id FROM acting WHERE admin_id IS NOT NULL`,
  );
  return rows.map(({ admin_id }) => admin_id);
}

export async function findActivity(db: Database, id: string): Promise<ActivityRow | null> {
  const { rows } = await db.query(`SELECT ${COLUMNS} FROM activities WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Contains only the given conditions, so that Postgres uses the matching index. */
function matching({ admin, action, day }: ActivityFilter) {
  const filters: [string, (place: string) => string][] = [
    [admin, (place) => `admin_id = ${place}`],
    [action, (place) => `action = ${place}`],
    [
      day,
      (place) => `acted_at >= ${place}::timestamp AT TIME ZONE 'UTC'
        AND acted_at < (${place}::timestamp + interval '1 day') AT TIME ZONE 'UTC'`,
    ],
  ];
  const given = filters.filter(([value]) => value !== '');
  return {
    conditions: given.map(([, write], index) => write(`$${index + 1}`)).join(' AND ') || 'true',
    values: given.map(([value]) => value),
  };
}
