import { z } from 'zod';
import { card } from '../card.ts';
import { purchase } from '../http/back-office.ts';
import { defineRoute } from '../http/route.ts';
import { id } from '../ids.ts';

export const listPurchasesOfUser = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/internal/users/:userId/purchases',
  access: 'internal',
  callers: ['admin'],
  summary: 'Purchases of a user, newest first',
  params: z.object({ userId: id }),
  answer: z.object({ purchases: z.array(purchase) }),
});

const exported = purchase.extend({ card: card.nullish() });

const attempt = purchase.omit({ status: true, receipt_number: true }).extend({
  status: z.enum(['open', 'succeeded', 'canceled']),
  /** Stored while the attempt is open; IPv6 by its /64. */
  client_address: z.string().nullish(),
});

export const exportPayments = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/internal/users/:userId/payments',
  access: 'internal',
  callers: ['auth'],
  summary: 'Purchases of a user and the tries to pay for them, for their export',
  params: z.object({ userId: id }),
  answer: z.object({ purchases: z.array(exported), attempts: z.array(attempt) }),
});
