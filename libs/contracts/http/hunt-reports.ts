import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { defineRoute } from './route.ts';

/** What everyone reads after a hunt, once staff have published it. */
export const huntReport = z.object({
  /** As staff write it; empty if the winner is not named. */
  winner_name: z.string(),
  story_html: z.string(),
  solutions: z.array(
    z.object({ number: z.int().positive(), title: z.string(), body_html: z.string() }),
  ),
  published_at: timestamp,
});
export type HuntReport = z.infer<typeof huntReport>;

const solution = z.object({
  clue_id: id,
  body_html: z.string().max(40_000, 'A solution is too long'),
});

/** The report as staff see it, also before it is published. */
export const staffHuntReport = z.object({
  hunt_id: id,
  winner_name: z.string(),
  story_html: z.string(),
  solutions: z.array(solution),
  published_at: timestamp.nullable(),
  /** Whether the hunt is complete and its claim verified. */
  is_publishable: z.boolean(),
  /** Increases with each save; 0 before the first one. */
  version: z.int().nonnegative(),
  /** The admin of the last save. */
  edited_by: id.nullable(),
  edited_at: timestamp.nullable(),
});
export type StaffHuntReport = z.infer<typeof staffHuntReport>;

const byId = z.object({ id });

export const getStaffHuntReport = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/report',
  access: 'admin',
  summary: 'The winner’s story and the solutions of a hunt, also before they are published',
  params: byId,
  answer: staffHuntReport,
});

export const saveHuntReport = defineRoute({
  owner: 'catalog',
  method: 'PUT',
  path: '/api/admin/hunts/:id/report',
  access: 'admin',
  summary: 'Write the winner’s story and the solutions; an empty solution is deleted',
  ifMatch: true,
  params: byId,
  body: z.object({
    winner_name: z
      .string()
      .trim()
      .max(120, 'The name is too long')
      .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'The name must be one line'),
    story_html: z.string().max(80_000, 'The story is too long'),
    solutions: z.array(solution).max(500),
  }),
  answer: staffHuntReport,
});

export const publishHuntReport = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts/:id/report/publish',
  access: 'admin',
  summary:
    'Show the report to everyone; 409 unless the hunt’s claim is verified and something is written',
  ifMatch: true,
  params: byId,
  answer: staffHuntReport,
});

export const unpublishHuntReport = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts/:id/report/unpublish',
  access: 'admin',
  summary: 'Hide the report again; its texts stay',
  params: byId,
  answer: staffHuntReport,
});
