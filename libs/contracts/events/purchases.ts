import { z } from 'zod';
import { card } from '../card.ts';
import { id, timestamp } from '../ids.ts';
import { cents, currency } from '../money.ts';
import { defineEvent } from './define-event.ts';

const topic = 'purchases';
/** Orders the events of one purchase, and the purchases of one user; buyers of a hunt do not wait for each other. */
const key = (data: { userId: string }) => data.userId;

/** `version` counts the changes of one purchase: a refund that overtakes its purchase wins. */
const subject = { purchaseId: id, userId: id, productId: id, version: z.int().positive() };

export const purchaseRecorded = defineEvent({
  type: 'purchase.recorded',
  version: 1,
  topic,
  key,
  schema: z.object({
    ...subject,
    productTitle: z.string(),
    handle: z.string(),
    region: z.string(),
    amountCents: cents,
    currency,
    bonusCents: cents,
    paymentIntentId: z.string(),
    recordedAt: timestamp,
    card: card.optional(),
  }),
});

const reversal = z.object({
  ...subject,
  amountCents: cents,
  currency,
  at: timestamp,
  /** For mails; events from before there were any have none. */
  productTitle: z.string().optional(),
  handle: z.string().optional(),
});

export const purchaseRefunded = defineEvent({
  type: 'purchase.refunded',
  version: 1,
  topic,
  key,
  /** The place ends with `pending`; `failed` gives it back. Without an outcome it has succeeded. */
  schema: reversal.extend({ outcome: z.enum(['pending', 'succeeded', 'failed']).optional() }),
});

export const purchaseDisputed = defineEvent({
  type: 'purchase.disputed',
  version: 1,
  topic,
  key,
  schema: reversal.extend({ outcome: z.enum(['open', 'won', 'lost']) }),
});

/** Why a charge buys nothing and is refunded. */
export const rejectionReason = z.enum([
  'duplicate',
  'hunt_closed',
  'price_changed',
  'user_suspended',
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/**
 * A charge that buys nothing and is refunded. `cause` is for consumers of an earlier release, which
 * know no `reason`; events of an earlier release have no `reason`.
 */
export const purchaseRejected = defineEvent({
  type: 'purchase.rejected',
  version: 1,
  topic,
  key,
  schema: reversal.extend({
    cause: z.enum(['twice', 'late']),
    reason: rejectionReason.optional(),
  }),
});
