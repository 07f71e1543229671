import type { ActingAdmin, Activity } from '@cairn/contracts/http/staff-activity.ts';
import type { findPeople } from '@cairn/contracts/internal/auth.ts';
import type { z } from 'zod';
import type { ActivityRow } from './activities.store.ts';

export type Person = z.infer<typeof findPeople.answer>['people'][number];

/** `people` lacks admins whose account was deleted. */
export function presentActivity(row: ActivityRow, people: readonly Person[]): Activity {
  const { id: adminId, email, ...names } = presentAdmin(row.adminId, people);
  return {
    id: row.id,
    admin_id: adminId,
    admin_email: email,
    ...names,
    action: row.action,
    created_at: row.at.toISOString(),
    details: {
      subject: { type: row.subjectType, id: row.subjectId },
      before: row.before,
      after: row.after,
    },
  };
}

export function presentAdmin(id: string, people: readonly Person[]): ActingAdmin {
  const person = people.find((one) => one.id === id);
  return person ?? { id, email: null, first_name: null, last_name: null };
}

export const ACTIVITY_HEADER = ['ID', 'Time', 'Action', 'Admin ID', 'Admin', 'Details'];

export function toActivityCells(activity: Activity) {
  const { id, created_at, action, admin_id, admin_email, details } = activity;
  return [id, created_at, action, admin_id, admin_email, JSON.stringify(details)];
}
