import { z } from 'zod';
import { id } from '../ids.ts';
import { huntData, staffHuntStatus } from './hunts.ts';
import { publicHunt } from './public-hunts.ts';
import { defineRoute } from './route.ts';

/** `written`: also drafts and what is scheduled. */
const extent = z.enum(['released', 'written']);

/** The hunt page for staff, also of a draft. */
export const memberView = huntData.extend({ status: staffHuntStatus });
export type MemberView = z.infer<typeof memberView>;

export const getMemberView = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/member-view',
  access: 'admin',
  summary: 'The hunt page as a member sees it, or with everything that is written; logged',
  params: z.object({ id }),
  query: z.object({ show: extent.default('released') }),
  answer: memberView,
});

/** The public page of a hunt for staff, also of a draft. */
export const publicView = publicHunt.extend({ status: staffHuntStatus });
export type PublicView = z.infer<typeof publicView>;

export const getPublicView = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/public-view',
  access: 'admin',
  summary: 'The public page of a hunt, also of a draft; logged',
  params: z.object({ id }),
  answer: publicView,
});
