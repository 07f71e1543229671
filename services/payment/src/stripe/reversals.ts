import Stripe from 'stripe';
import type { Dispute, Reversals } from '../purchases/purchase-status.ts';
import { hasCode, toUpstreamError } from './stripe-errors.ts';

export type RefundOrder = { id: string; intentId: string; tries: number; brokenAnswers: number };

/**
 * `made`: by this call or an earlier one. `refused`: Stripe never makes this refund. `broken`: the
 * idempotency key is used up, the next call needs another. `later`: the same call may succeed.
 */
export type RefundAnswer =
  | { kind: 'made' }
  | { kind: 'refused'; code: string }
  | { kind: 'broken' | 'later'; err: Error };

export type StripeReversals = {
  /** What became of a charge by now. Failures of Stripe are UpstreamErrors. */
  read(intentId: string): Promise<Reversals>;
  /** Sends back what is left of the charge, once for one order however often it is called. */
  refund(order: RefundOrder): Promise<RefundAnswer>;
};

export function createStripeReversals(stripe: Stripe): StripeReversals {
  async function read(intentId: string): Promise<Reversals> {
    try {
      const [refunds, disputes] = await Promise.all([
        listRefunds(stripe, intentId),
        stripe.disputes.list({ payment_intent: intentId, limit: 100 }),
      ]);
      return { ...sumUp(refunds), dispute: disputeOf(disputes.data) };
    } catch (error) {
      throw toUpstreamError(error);
    }
  }

  async function refund(order: RefundOrder): Promise<RefundAnswer> {
    try {
      if (order.tries > 1 && (await isMade(stripe, order))) return { kind: 'made' };
      await stripe.refunds.create(
        { payment_intent: order.intentId, metadata: { refundRequestId: order.id } },
        { idempotencyKey: `${order.id}-${order.brokenAnswers}` },
      );
      return { kind: 'made' };
    } catch (error) {
      return classifyRefundError(error);
    }
  }

  return { read, refund };
}

const { errors } = Stripe;

/** https://docs.stripe.com/error-handling */
export function classifyRefundError(error: unknown): RefundAnswer {
  const err = toUpstreamError(error);
  if (hasCode(error, 'idempotency_key_in_use')) return { kind: 'later', err };
  if (error instanceof errors.StripeInvalidRequestError) {
    return { kind: 'refused', code: error.code ?? error.type };
  }
  // The key was used with other parameters, or Stripe stored a 500 under it.
  const isKeyUsed =
    error instanceof errors.StripeIdempotencyError || error instanceof errors.StripeAPIError;
  // 401 and 403 end when an operator corrects the API key, so the request stays open; the alert
  // RefundsDelayed reports it.
  return { kind: isKeyUsed ? 'broken' : 'later', err };
}

async function isMade(stripe: Stripe, { id, intentId }: RefundOrder): Promise<boolean> {
  const refunds = await listRefunds(stripe, intentId);
  return refunds.some(({ metadata }) => metadata?.['refundRequestId'] === id);
}

function listRefunds(stripe: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  return stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
}

function sumUp(refunds: Stripe.Refund[]): Omit<Reversals, 'dispute'> {
  const made = refunds.filter(({ status }) => status === 'succeeded');
  const pending = refunds.filter(
    ({ status }) => status === 'pending' || status === 'requires_action',
  );
  const newest = Math.max(0, ...made.map(({ created }) => created));
  return {
    refundedCents: sum(made),
    pendingCents: sum(pending),
    refundedAt: newest > 0 ? new Date(newest * 1000) : null,
  };
}

function sum(refunds: Stripe.Refund[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

// An inquiry (warning_…) asks a question and takes no money, and a prevented one never began.
const DISPUTES: Partial<Record<Stripe.Dispute.Status, Dispute>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function disputeOf(disputes: Stripe.Dispute[]): Dispute | null {
  const all = disputes.map(({ status }) => DISPUTES[status]);
  return (['open', 'lost', 'won'] as const).find((each) => all.includes(each)) ?? null;
}
