import type Stripe from 'stripe';

const CLOSED = ['won', 'lost', 'warning_closed'];

export function isInquiry(dispute: Stripe.Dispute): boolean {
  return dispute.status.startsWith('warning_');
}

export function isClosed(dispute: Stripe.Dispute): boolean {
  return CLOSED.includes(dispute.status);
}

/** Whether the dispute has withdrawn the charge's amount. */
export function hasTakenMoney(dispute: Stripe.Dispute): boolean {
  return !isInquiry(dispute) && dispute.status !== 'won';
}
