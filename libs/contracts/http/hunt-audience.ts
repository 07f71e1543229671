import { z } from 'zod';
import { defineRoute } from './route.ts';

export const getHuntAudience = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/hunts/:id/audience',
  access: 'admin',
  summary: 'How many emails and text messages an alert to the members of a hunt sends now',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ emails: z.int().nonnegative(), texts: z.int().nonnegative() }),
});
