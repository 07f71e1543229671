import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { RequestTag, StripeAccount } from './account.ts';
import { hasTakenMoney } from './dispute-states.ts';
import { formatAmount } from './payment-intent-params.ts';
import type { RefundCreateParams, RefundUpdateParams } from './refund-params.ts';
import { invalidRequest, missing } from './refusal.ts';
import type { FollowUp } from './test-cards.ts';

export function createRefund(
  account: StripeAccount,
  params: RefundCreateParams,
  tag: RequestTag,
): Stripe.Refund {
  const charge = structuredClone(chargeToRefund(account, params));
  const left = charge.amount - charge.amount_refunded;
  assertRefundable(account, charge);
  const amount = params.amount ?? left;
  if (amount > left) throw amountTooLarge(charge, amount);
  const followUp = followUpOf(account, charge);
  const refund = newRefund(charge, { ...params, amount });
  if (followUp === 'refund_pends') {
    refund.status = 'pending';
    refund.pending_reason = 'processing';
  }
  countRefund(charge, amount);
  account.publish('refund.created', refund, tag);
  account.publish('charge.refunded', charge, tag);
  if (followUp === 'refund_pends') account.plan('refund_succeeds', refund.id);
  if (followUp === 'refund_fails') account.plan('refund_fails', refund.id);
  return refund;
}

export function getRefund(account: StripeAccount, id: string): Stripe.Refund {
  const refund = account.refunds.get(id);
  if (!refund) throw missing('refund', id);
  return refund;
}

export function updateRefund(
  account: StripeAccount,
  params: RefundUpdateParams & { id: string },
  tag: RequestTag,
): Stripe.Refund {
  const refund = structuredClone(getRefund(account, params.id));
  refund.metadata = { ...refund.metadata, ...params.metadata };
  publishUpdate(account, refund, tag);
  return refund;
}

interface RefundOutcome {
  id: string;
  outcome: 'succeeded' | 'failed';
  /** Stripe's `failure_reason`. */
  reason?: string;
}

/** The bank's final answer. A failed refund restores the charge. */
export function completeRefund(
  account: StripeAccount,
  { id, outcome, reason = 'expired_or_canceled_card' }: RefundOutcome,
  tag: RequestTag,
): Stripe.Refund {
  const refund = structuredClone(getRefund(account, id));
  if (refund.status === 'failed' || refund.status === outcome) {
    throw invalidRequest(`This refund has already ${refund.status}.`);
  }
  refund.status = outcome;
  delete refund.pending_reason;
  if (outcome === 'failed') {
    refund.failure_reason = reason;
    restoreCharge(account, refund);
  }
  publishUpdate(account, refund, tag);
  if (outcome === 'failed') account.publish('refund.failed', refund, tag);
  return refund;
}

/** Stripe sends the current and the legacy event type. */
function publishUpdate(account: StripeAccount, refund: Stripe.Refund, tag: RequestTag): void {
  account.publish('refund.updated', refund, tag);
  account.publish('charge.refund.updated', refund, tag);
}

function restoreCharge(account: StripeAccount, refund: Stripe.Refund): void {
  const charge = account.charges.get(String(refund.charge));
  if (!charge) return;
  const after = structuredClone(charge);
  countRefund(after, -refund.amount);
  account.charges.put(after.id, after);
}

function countRefund(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

function chargeToRefund(account: StripeAccount, params: RefundCreateParams): Stripe.Charge {
  const { charge: id, payment_intent: intentId } = params;
  if (id && intentId) {
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.');
  }
  if (id) {
    const charge = account.charges.get(id);
    if (!charge) throw missing('charge', id, 'charge');
    return charge;
  }
  if (!intentId) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    );
  }
  const intent = account.intents.get(intentId);
  if (!intent) throw missing('payment_intent', intentId, 'payment_intent');
  const charge = intent.status === 'succeeded' && account.charges.get(String(intent.latest_charge));
  if (charge) return charge;
  throw invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    { param: 'payment_intent' },
  );
}

function assertRefundable(account: StripeAccount, charge: Stripe.Charge): void {
  if (!charge.paid) {
    throw invalidRequest(`Charge ${charge.id} failed, and a failed charge cannot be refunded.`);
  }
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const disputes = account.disputes.values().filter((dispute) => dispute.charge === charge.id);
  if (disputes.some(hasTakenMoney)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
}

function amountTooLarge(charge: Stripe.Charge, amount: number): Error {
  const asked = formatAmount(amount, charge.currency);
  const left = formatAmount(charge.amount - charge.amount_refunded, charge.currency);
  const of = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
  return invalidRequest(`Refund amount (${asked}) is greater than ${of} (${left})`, {
    param: 'amount',
  });
}

function followUpOf(account: StripeAccount, charge: Stripe.Charge): FollowUp | null {
  return account.methods.get(String(charge.payment_method))?.followUp ?? null;
}

function newRefund(
  charge: Stripe.Charge,
  params: RefundCreateParams & { amount: number },
): Stripe.Refund {
  return {
    id: newId('re_3'),
    object: 'refund',
    amount: params.amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
