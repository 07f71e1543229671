import type Stripe from 'stripe';
import type { RequestTag, StoredMethod, StripeAccount } from './account.ts';
import { createCharge } from './charges.ts';
import type { Decline } from './declines.ts';
import { scheduleFollowUps } from './follow-ups.ts';
import { documentationUrl, StripeRefusal } from './refusal.ts';
import type { Authentication, CardOutcome } from './test-cards.ts';

export interface Payment {
  intent: Stripe.PaymentIntent;
  method: StoredMethod;
  outcome: Exclude<CardOutcome, { kind: 'challenges' }>;
  authentication?: Authentication;
}

/** Charges the card. A decline updates the intent and throws the error response of `confirm`. */
export function chargePayment(
  account: StripeAccount,
  payment: Payment,
  tag: RequestTag,
): Stripe.PaymentIntent {
  const { intent, method, outcome } = payment;
  const decline = outcome.kind === 'declines' ? outcome.decline : null;
  const frictionless = outcome.kind === 'succeeds' ? outcome.authentication : undefined;
  const authentication = payment.authentication ?? frictionless ?? null;
  const charge = createCharge(intent, method.method, { decline, authentication });
  account.charges.put(charge.id, charge);
  intent.latest_charge = charge.id;
  intent.next_action = null;
  if (decline) throw failPayment(account, { ...payment, decline, charge: charge.id }, tag);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  account.publish('payment_intent.succeeded', intent, tag);
  scheduleFollowUps(account, charge.id, method.followUp);
  return intent;
}

interface Failure {
  intent: Stripe.PaymentIntent;
  method: StoredMethod;
  decline: Decline;
  charge: string;
}

function failPayment(account: StripeAccount, failure: Failure, tag: RequestTag): StripeRefusal {
  const { intent, method, decline, charge } = failure;
  const error = {
    charge,
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    doc_url: documentationUrl(decline.code),
    message: decline.message,
    ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    payment_method: method.method,
    type: 'card_error' as const,
  };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError;
  account.publish('payment_intent.payment_failed', intent, tag);
  return new StripeRefusal(402, { ...error, payment_intent: intent });
}
