import { z } from 'zod';
import { purchase } from '../http/back-office.ts';
import { defineRoute } from '../http/route.ts';
import { id } from '../ids.ts';

export const listPurchasesOfUser = defineRoute({
  method: 'GET',
  path: '/internal/users/:userId/purchases',
  access: 'internal',
  summary: 'Purchases of a user, newest first',
  params: z.object({ userId: id }),
  answer: z.object({ purchases: z.array(purchase) }),
});
