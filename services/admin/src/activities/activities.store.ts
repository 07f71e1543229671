import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { staffActed } from '@cairn/contracts/events/staff.ts';
import type { ActivityFilter } from '@cairn/contracts/http/staff-activity.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { ListPage } from '@cairn/service-kit/keyset.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';

export type Activity = EventData<typeof staffActed> & { id: string };

const INSERT_ACTIVITY = statement(
  'admin.insertActivity',
  `INSERT INTO activities
     (id, admin_id, action, subject_type, subject_id, before, after, acted_at)
   VALUES ($1, $2, $3, $4, $5?, $6?, $7?, $8)
   ON CONFLICT (id) DO NOTHING`,
);

/** Idempotent by event id, also when an event is replayed after the inbox has been purged. */
export async function insertActivity(tx: Transaction, activity: Activity): Promise<void> {
  await INSERT_ACTIVITY.execute(tx, [
    activity.id,
    activity.adminId,
    activity.action,
    activity.subjectType,
    activity.subjectId,
    activity.before && JSON.stringify(activity.before),
    activity.after && JSON.stringify(activity.after),
    activity.at,
  ]);
}

const LIST_ACTIVITIES_OF_USER = statement(
  'admin.listActivitiesOfUser',
  `SELECT id, admin_id AS "adminId", action, subject_type AS "subjectType",
          subject_id AS "subjectId", acted_at AS at,
          CASE WHEN subject_id = $1 THEN before END AS before,
          CASE WHEN subject_id = $1 THEN after END AS after
   FROM activities WHERE subject_id = $1 OR admin_id = $1 ORDER BY acted_at, id`,
);

/** Activities about the user, and by them as staff, the latter without other users' data. */
export async function listActivitiesOfUser(db: Database, userId: string): Promise<ActivityRow[]> {
  return LIST_ACTIVITIES_OF_USER.all(db, [userId]);
}

export type ActivityRow = Omit<Activity, 'at'> & { at: Date };

const COLUMNS = `id, admin_id AS "adminId", action, subject_type AS "subjectType",
  subject_id AS "subjectId", before, after, acted_at AS at`;

// Filters without a value fold to true, and Postgres uses the index of the others: the statements are
// not named, so they are planned with their values.
const FILTER = `($1::text = '' OR admin_id = $1) AND ($2::text = '' OR action = $2)
  AND ($3::text = '' OR acted_at >= nullif($3, '')::timestamp AT TIME ZONE 'UTC'
    AND acted_at < (nullif($3, '')::timestamp + interval '1 day') AT TIME ZONE 'UTC')
  AND ($4::text = '' OR subject_id = $4)`;

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${COLUMNS} FROM activities
   WHERE ${FILTER} AND ($5?::uuid IS NULL OR (acted_at, id) ${sign}
     ((SELECT acted_at FROM activities WHERE id = $5), $5))
   ORDER BY acted_at ${order}, id ${order} LIMIT $6 OFFSET $7`;

const LIST_DESCENDING = statement('admin.listActivities', listRows('<', 'DESC'), {
  isNamed: false,
});
const LIST_ASCENDING = statement('admin.listActivitiesAscending', listRows('>', 'ASC'), {
  isNamed: false,
});

export async function listActivities(
  db: Database,
  filter: ActivityFilter,
  { edgeId, isAscending, limit, offset }: ListPage,
): Promise<ActivityRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [...parameters(filter), edgeId, limit, offset]);
}

const COUNT_ACTIVITIES = statement(
  'admin.countActivities',
  `SELECT count(*)::int AS total FROM (SELECT FROM activities WHERE ${FILTER} LIMIT $5?) found`,
  { isNamed: false },
);

/** Counts up to `max` rows; all without it. */
export async function countActivities(
  db: Database,
  filter: ActivityFilter,
  max: number | null,
): Promise<number> {
  const { total } = await COUNT_ACTIVITIES.one(db, [...parameters(filter), max]);
  return total;
}

function parameters({ admin, action, day, subject }: ActivityFilter) {
  return [admin, action, toStoredDay(day) ?? '', subject] as const;
}

const LIST_ACTING_ADMINS = statement(
  'admin.listActingAdmins',
  `WITH RECURSIVE acting AS (
     (SELECT admin_id FROM activities ORDER BY admin_id LIMIT 1)
     UNION ALL
     SELECT (SELECT admin_id FROM activities WHERE admin_id > acting.admin_id
             ORDER BY admin_id LIMIT 1)
     FROM acting WHERE acting.admin_id IS NOT NULL
   ) SELECT admin_id AS "adminId!" FROM acting WHERE admin_id IS NOT NULL`,
);

/** A loose index scan: its cost depends on the number of admins, not of activities. */
export async function listActingAdmins(db: Database): Promise<string[]> {
  const rows = await LIST_ACTING_ADMINS.all(db);
  return rows.map(({ adminId }) => adminId);
}

const FIND_ACTIVITY = statement(
  'admin.findActivity',
  `SELECT ${COLUMNS} FROM activities WHERE id = $1`,
);

export async function findActivity(db: Database, id: string): Promise<ActivityRow | null> {
  return FIND_ACTIVITY.first(db, [id]);
}
