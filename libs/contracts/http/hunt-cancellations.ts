import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { currency, sumOfDollars } from '../money.ts';
import { purchaseStatus } from './payments.ts';
import { defineRoute } from './route.ts';
import { staffHunt } from './staff-hunts.ts';

const byId = z.object({ id });

export const cancelHunt = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts/:id/cancel',
  access: 'admin',
  summary:
    'Call off a hunt: no joins or claims from now on, every member is refunded and gets a mail; 409 for a draft, a complete or a cancelled hunt',
  params: byId,
  body: z.object({
    /** Plain text for the members, in the mail. */
    reason: z
      .string('A reason is required')
      .trim()
      .regex(/\S/, 'A reason is required')
      .max(1_000, 'The reason is too long'),
  }),
  answer: staffHunt,
});

const count = z.int().nonnegative();

/** The refunds of a hunt: before it is called off what they would be, afterwards their progress. */
export const huntRefunds = z.object({
  hunt_id: id,
  /** Null while the hunt is not called off, or payment has not received the event yet. */
  cancelled_at: timestamp.nullable(),
  /** When no refund was open any more; null while one is. */
  finished_at: timestamp.nullable(),
  currency,
  /** Purchases that grant membership and have no refund yet. */
  members: count,
  /** Dollars; their charges. */
  members_amount: sumOfDollars,
  /** Payments that are open; they are canceled at Stripe. */
  open_payments: count,
  /** Refunds requested, not yet confirmed by Stripe. */
  pending: count,
  refunded: count,
  /** Dollars. */
  refunded_amount: sumOfDollars,
  /** Refused by Stripe or the bank; staff have to find another way. */
  failed: count,
  /** Their money is decided on at Stripe. */
  disputed: count,
  /** Charges that arrived after the hunt was called off; they are refunded automatically. */
  late: count,
  /** Up to 100 of the failed and disputed purchases. */
  problems: z.array(
    z.object({
      purchase_id: id,
      receipt_number: z.string().optional(),
      user_id: id,
      status: purchaseStatus,
      amount: sumOfDollars,
    }),
  ),
});
export type HuntRefunds = z.infer<typeof huntRefunds>;

export const getHuntRefunds = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/api/admin/hunts/:id/refunds',
  access: 'admin',
  summary: 'The refunds of a hunt: what calling it off would refund, or how far it has come',
  params: byId,
  answer: huntRefunds,
});
