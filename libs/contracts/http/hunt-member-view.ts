import { z } from 'zod';
import { id } from '../ids.ts';
import { huntData, staffHuntStatus } from './hunts.ts';
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
