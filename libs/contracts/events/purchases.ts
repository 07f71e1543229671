import { z } from 'zod';
import { card } from '../card.ts';
import { type PurchaseStatus, purchaseStatus } from '../http/payments.ts';
import { id, timestamp } from '../ids.ts';
import { cents, currency } from '../money.ts';
import { defineEvent } from './define-event.ts';

const topic = 'purchases';
/**
 * Orders the events of one purchase, and the purchases of one user; buyers of the same hunt do not
 * block each other.
 */
const key = (data: { userId: string }) => data.userId;

/** Counts the changes of one purchase: a refund that arrives before its purchase wins. */
const subject = { purchaseId: id, userId: id, productId: id, version: z.int().positive() };

/**
 * The state of the purchase after the event; consumers need no other field to track it. Events of
 * an earlier release lack these fields: `withState` derives them.
 */
const state = {
  status: purchaseStatus.optional(),
  /** Whether the purchase grants membership in the hunt and counts for the prize. */
  grantsMembership: z.boolean().optional(),
};

type State = { status: PurchaseStatus; grantsMembership: boolean };

/** State fields of an event, derived from the purchase's status. */
export function stateOf(status: PurchaseStatus): State {
  return { status, grantsMembership: status === 'completed' };
}

function withState<Data extends Partial<Record<keyof State, unknown>>>(
  data: Data,
  derived: PurchaseStatus,
): Omit<Data, keyof State> & State {
  const { status = derived, grantsMembership, ...rest } = data as Data & Partial<State>;
  const known = stateOf(status);
  return { ...rest, status, grantsMembership: grantsMembership ?? known.grantsMembership };
}

export const purchaseRecorded = defineEvent({
  type: 'purchase.recorded',
  version: 1,
  topic,
  consumers: ['auth', 'catalog', 'notification'],
  key,
  schema: z
    .object({
      ...subject,
      ...state,
      productTitle: z.string(),
      handle: z.string(),
      region: z.string(),
      amountCents: cents,
      currency,
      bonusCents: cents,
      paymentIntentId: z.string(),
      /** Added when the row is inserted; absent in events of an earlier release. */
      receiptNumber: z.string().optional(),
      recordedAt: timestamp,
      /** When the card was charged; absent in events of an earlier release. */
      paidAt: timestamp.optional(),
      card: card.optional(),
    })
    .transform((data) => withState(data, 'completed')),
});

const reversal = z.object({
  ...subject,
  ...state,
  amountCents: cents,
  currency,
  /** The purchase's share of the prize; absent in events of an earlier release. */
  bonusCents: cents.optional(),
  at: timestamp,
  /** For mails; absent in events of an earlier release. */
  receiptNumber: z.string().optional(),
  productTitle: z.string().optional(),
  handle: z.string().optional(),
});

const STATUS_OF_REFUND = {
  pending: 'refund_pending',
  succeeded: 'refunded',
  failed: 'completed',
} as const;

export const purchaseRefunded = defineEvent({
  type: 'purchase.refunded',
  version: 1,
  topic,
  consumers: ['auth', 'catalog', 'notification'],
  key,
  /** Without an outcome, the refund succeeded. */
  schema: reversal
    .extend({
      outcome: z.enum(['pending', 'succeeded', 'failed']).optional(),
      /** Present if staff called the hunt off, with their text for the members. */
      cancellation: z.object({ reason: z.string() }).optional(),
    })
    .transform((data) => withState(data, STATUS_OF_REFUND[data.outcome ?? 'succeeded'])),
});

export const purchaseDisputed = defineEvent({
  type: 'purchase.disputed',
  version: 1,
  topic,
  consumers: ['auth', 'catalog', 'notification'],
  key,
  schema: reversal
    .extend({ outcome: z.enum(['open', 'won', 'lost']) })
    .transform((data) => withState(data, data.outcome === 'won' ? 'completed' : 'disputed')),
});

/** Why a charge does not grant membership and is refunded. */
export const rejectionReason = z.enum([
  'duplicate',
  'hunt_closed',
  'price_changed',
  'user_suspended',
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/**
 * A charge that does not grant membership and is refunded. `cause` is for consumers of an earlier
 * release, which ignore `reason`; events of an earlier release have no `reason`.
 */
export const purchaseRejected = defineEvent({
  type: 'purchase.rejected',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: reversal
    .extend({ cause: z.enum(['twice', 'late']), reason: rejectionReason.optional() })
    .transform((data) => withState(data, 'rejected')),
});
