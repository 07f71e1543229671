import { z } from 'zod';
import { staffActed } from '../events/staff.ts';
import { defineRoute } from '../http/route.ts';
import { id } from '../ids.ts';

export const exportActivities = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/internal/users/:userId/activities',
  access: 'internal',
  callers: ['auth'],
  summary: 'What staff did about a user, and a user as staff, for their export',
  params: z.object({ userId: id }),
  answer: z.object({
    activities: z.array(staffActed.schema.extend({ id })),
  }),
});
