import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { csvPart, csvQuery, listPagination, listQuery } from './pages.ts';
import { defineRoute } from './route.ts';

/** Names and addresses are looked up on read; null for erased staff. */
export const activity = z.object({
  id,
  admin_id: id,
  admin_email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  action: z.string(),
  created_at: timestamp,
  /** Ids and changed fields as a JSON object; never an address. */
  details: z.unknown(),
});
export type Activity = z.infer<typeof activity>;

const activityFilter = z.object({
  admin: z.string().max(64).default(''),
  action: z.string().max(60).default(''),
  day: z.iso.date().or(z.literal('')).default(''),
  /** The id of what the act was about, in full. */
  subject: z.string().trim().max(64).default(''),
});
export type ActivityFilter = z.output<typeof activityFilter>;

export const listActivities = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/activity',
  access: 'admin',
  summary: 'What staff did, newest first; by admin, action, subject and day (UTC)',
  query: listQuery.extend(activityFilter.shape),
  answer: z.object({ activities: z.array(activity), pagination: listPagination }),
});

export const exportActivityLog = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/activity-export',
  access: 'admin',
  summary: 'The activities of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(activityFilter.shape),
  answer: csvPart,
});

/** Null for erased users. */
export const actingAdmin = z.object({
  id,
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});
export type ActingAdmin = z.infer<typeof actingAdmin>;

export const listActingAdmins = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/activity-admins',
  access: 'admin',
  summary: 'Everyone who ever acted as staff, for the filter of the activity log',
  answer: z.object({ admins: z.array(actingAdmin) }),
});

export const getActivity = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/activity/:id',
  access: 'admin',
  summary: 'One act of staff',
  params: z.object({ id }),
  answer: activity,
});
