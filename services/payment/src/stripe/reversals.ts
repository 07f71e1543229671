import Stripe from 'stripe';
import { hasCode, toUpstreamError } from './stripe-client.ts';

export type Dispute = 'open' | 'won' | 'lost';

/** The refunds and disputes of a charge at Stripe. */
export type Reversals = {
  refundedCents: number;
  pendingCents: number;
  /** Creation time of the newest succeeded refund. */
  refundedAt: Date | null;
  dispute: Dispute | null;
};

export type RefundParams = { id: string; intentId: string; tries: number; replayedErrors: number };

/**
 * `made`: by this call or an earlier one. `refused`: Stripe never makes this refund. `key_used`: the
 * idempotency key is used up, the next call needs another. `retryable`: the same call may succeed.
 */
export type RefundResult =
  | { kind: 'made' }
  | { kind: 'refused'; code: string }
  | { kind: 'key_used' | 'retryable'; err: Error };

export type StripeReversals = {
  /** The refunds and disputes of a charge. Failures of Stripe are UpstreamErrors. */
  read(intentId: string): Promise<Reversals>;
  /** Refunds the rest of the charge. Idempotent for one `id`. */
  refund(params: RefundParams): Promise<RefundResult>;
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

  async function refund(params: RefundParams): Promise<RefundResult> {
    try {
      if (params.tries > 1 && (await isRefundMade(stripe, params))) return { kind: 'made' };
      await stripe.refunds.create(
        { payment_intent: params.intentId, metadata: { refundRequestId: params.id } },
        { idempotencyKey: `${params.id}-${params.replayedErrors}` },
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
export function classifyRefundError(error: unknown): RefundResult {
  const err = toUpstreamError(error);
  if (hasCode(error, 'idempotency_key_in_use')) return { kind: 'retryable', err };
  if (error instanceof errors.StripeInvalidRequestError) {
    return { kind: 'refused', code: error.code ?? error.type };
  }
  // The key was used with other parameters, or Stripe stored a 500 under it.
  const isKeyUsed =
    error instanceof errors.StripeIdempotencyError || error instanceof errors.StripeAPIError;
  // 401 and 403 end when an operator corrects the API key, so the request stays open; the alert
  // RefundsDelayed reports it.
  return { kind: isKeyUsed ? 'key_used' : 'retryable', err };
}

async function isRefundMade(stripe: Stripe, { id, intentId }: RefundParams): Promise<boolean> {
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
