import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';

/** Who moves a purchase: staff by the refund call, or what a fresh read at Stripe says. */
export type Cause = 'staff' | 'stripe';

/**
 * Every change of status that there is, by who may make it; what is not here is refused. What each
 * status means for place and prize is written down in infra/docs/decisions/007-refunds-and-disputes.md:
 * only `completed` is a place in the hunt and counts for the prize; `refund_pending` and `disputed`
 * keep the buyer from joining anew; `rejected` was never a place and stays for ever.
 * Stripe may move between all the others, since what happened between two looks is not seen.
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

export type Dispute = 'open' | 'won' | 'lost';

/** What Stripe says became of a charge. */
export type Reversals = {
  refundedCents: number;
  pendingCents: number;
  /** Of the newest refund that was made. */
  refundedAt: Date | null;
  dispute: Dispute | null;
};

/**
 * What a purchase is by a fresh read. A part of the money that went back changes nothing. Money that
 * is all back is a refund, also where it was disputed as well.
 */
export function statusBy(
  reversals: Reversals,
  { amountCents, isRefundAsked }: { amountCents: number; isRefundAsked: boolean },
): Exclude<PurchaseStatus, 'rejected'> {
  const { refundedCents, pendingCents, dispute } = reversals;
  if (refundedCents >= amountCents) return 'refunded';
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (isRefundAsked || refundedCents + pendingCents >= amountCents) return 'refund_pending';
  return 'completed';
}

export type Standing = { status: PurchaseStatus; dispute: Dispute | null };

export type Told =
  | { event: 'refunded'; outcome: 'pending' | 'succeeded' | 'failed' }
  | { event: 'disputed'; outcome: Dispute };

/** Which event tells of the change; null where nobody else is concerned. */
export function eventFor(before: Standing, after: Standing): Told | null {
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
