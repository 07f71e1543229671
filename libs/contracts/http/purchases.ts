import { z } from 'zod';
import { card } from '../card.ts';
import { timestamp } from '../ids.ts';
import { purchase } from './back-office.ts';
import { defineRoute } from './route.ts';

/** The data of the receipt page `/receipt/{id}`. */
export const ownPurchase = purchase.extend({
  receipt_number: z.string(),
  refunded_at: timestamp.nullable(),
  /** Null if the card provider did not name it. */
  card: card.nullable(),
  /** `won` and `lost` from Cairn's side: lost means that the bank returned the money to the payer. */
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
});
export type OwnPurchase = z.infer<typeof ownPurchase>;

export const listOwnPurchases = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/api/account/purchases',
  access: 'user',
  summary: 'The caller’s purchases, newest first, each with what its receipt shows',
  answer: z.object({ purchases: z.array(ownPurchase) }),
});
