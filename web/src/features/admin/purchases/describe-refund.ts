import type { StaffPurchase } from '@cairn/contracts/http/staff-purchases.ts';
import { formatMoment } from '../ui/moments.ts';

type Facts = Pick<StaffPurchase, 'status' | 'refund' | 'refunded_at' | 'dispute'>;

/** What happened to the money since the purchase, for staff; null if nothing did. */
export function describeRefund({ status, refund, refunded_at, dispute }: Facts): string | null {
  if (refunded_at) return `Money returned ${formatMoment(refunded_at)}`;
  if (dispute === 'open') return 'The bank examines a dispute';
  if (dispute === 'lost') return 'Dispute lost: the bank returned the money';
  if (refund?.state === 'refused') {
    return `Refund of ${formatMoment(refund.requested_at)} refused by Stripe`;
  }
  if (refund?.state === 'made' && status === 'completed') {
    return `Refund of ${formatMoment(refund.requested_at)} failed at the bank`;
  }
  if (refund?.state === 'open') return 'Refund requested, Stripe has not answered';
  if (status === 'refund_pending') return 'Stripe has the refund, the bank has not settled it';
  return dispute === 'won' ? 'Dispute won' : null;
}
