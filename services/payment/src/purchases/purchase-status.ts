import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import type { Dispute, Reversals } from '../stripe/reversals.ts';

/** Who changes a status: staff by the refund call, or a read at Stripe. */
export type Cause = 'staff' | 'stripe';

/**
 * The allowed transitions, with who may cause them. What each status means for membership and prize
 * is in infra/docs/decisions/007-refunds-and-disputes.md: only `completed` grants membership and
 * counts for the prize; `refund_pending` and `disputed` prevent another purchase of the hunt;
 * `rejected` never granted membership and is final. Stripe may cause all transitions between the
 * other statuses, because intermediate statuses between two reads are not seen.
 */
export const TRANSITIONS: Readonly<
  Record<PurchaseStatus, Partial<Record<PurchaseStatus, readonly Cause[]>>>
> = {
  completed: { refund_pending: ['staff', 'stripe'], refunded: ['stripe'], disputed: ['stripe'] },
  refund_pending: { completed: ['stripe'], refunded: ['stripe'], disputed: ['stripe'] },
  refunded: { completed: ['stripe'], refund_pending: ['stripe'], disputed: ['stripe'] },
  disputed: { completed: ['stripe'], refund_pending: ['stripe'], refunded: ['stripe'] },
  rejected: {},
};

export function isAllowed(from: PurchaseStatus, to: PurchaseStatus, cause: Cause): boolean {
  return TRANSITIONS[from][to]?.includes(cause) ?? false;
}

/**
 * The status that follows from a read at Stripe. A partial refund changes nothing. A full refund has
 * precedence over a dispute.
 */
export function statusFrom(
  reversals: Reversals,
  { amountCents, isRefundRequested }: { amountCents: number; isRefundRequested: boolean },
): Exclude<PurchaseStatus, 'rejected'> {
  const { refundedCents, pendingCents, dispute } = reversals;
  if (refundedCents >= amountCents) return 'refunded';
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (isRefundRequested || refundedCents + pendingCents >= amountCents) return 'refund_pending';
  return 'completed';
}

export type PurchaseState = { status: PurchaseStatus; dispute: Dispute | null };

export type ChangeEvent =
  | { event: 'refunded'; outcome: 'pending' | 'succeeded' | 'failed' }
  | { event: 'disputed'; outcome: Dispute };

/** The event to publish for the change; null where no consumer needs one. */
export function eventFor(before: PurchaseState, after: PurchaseState): ChangeEvent | null {
  switch (after.status) {
    case 'rejected':
      return null;
    case 'disputed':
      if (before.status === 'disputed' && before.dispute === after.dispute) return null;
      return { event: 'disputed', outcome: after.dispute === 'lost' ? 'lost' : 'open' };
    case 'refunded':
      return before.status === 'refunded' ? null : { event: 'refunded', outcome: 'succeeded' };
    case 'refund_pending':
      return before.status === 'refund_pending' ? null : { event: 'refunded', outcome: 'pending' };
    case 'completed':
      if (before.status === 'completed') return null;
      return before.status === 'disputed'
        ? { event: 'disputed', outcome: 'won' }
        : { event: 'refunded', outcome: 'failed' };
  }
}
