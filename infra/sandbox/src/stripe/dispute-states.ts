import type Stripe from 'stripe';

const CLOSED = ['won', 'lost', 'warning_closed'];

export function isInquiry(dispute: Stripe.Dispute): boolean {
  return dispute.status.startsWith('warning_');
}

export function isClosed(dispute: Stripe.Dispute): boolean {
  return CLOSED.includes(dispute.status);
}

/** Whether the charge's money is with the bank. */
export function hasTakenMoney(dispute: Stripe.Dispute): boolean {
  return !isInquiry(dispute) && dispute.status !== 'won';
}
