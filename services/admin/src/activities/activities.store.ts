import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';

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
