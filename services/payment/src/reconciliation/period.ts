/** The start of a reconciliation's period for charges, refunds and disputes. */
export type Period = { paid: Date; refunds: Date; disputes: Date };

const DAY_MS = 24 * 3600 * 1000;

/** Longer than Stripe retries a webhook. */
const PAID_DAYS = 7;
// Stripe lists by creation time. A refund may fail for a month after its creation, and an inquiry may
// become a dispute, or a dispute end, after months: https://docs.stripe.com/disputes
const REFUND_OPEN_DAYS = 35;
const DISPUTE_OPEN_DAYS = 150;

export function periodBefore(now: Date): Period {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return {
    paid: daysAgo(PAID_DAYS),
    refunds: daysAgo(PAID_DAYS + REFUND_OPEN_DAYS),
    disputes: daysAgo(PAID_DAYS + DISPUTE_OPEN_DAYS),
  };
}
