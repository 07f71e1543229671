import { z } from 'zod';
import { alertPreference } from '../http/back-office.ts';
import { defineRoute } from '../http/route.ts';

export const listAlertsOfUser = defineRoute({
  method: 'GET',
  path: '/internal/users/:userId/alerts',
  access: 'internal',
  summary: 'Alert preferences of a user, one for each joined hunt',
  params: z.object({ userId: z.uuid() }),
  answer: z.object({ alerts: z.array(alertPreference) }),
});
