import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { RequestTag, StripeAccount } from './account.ts';
import { findOpenChallenge } from './challenges.ts';
import { chargePayment } from './charge-payment.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import { documentationUrl, StripeRefusal } from './refusal.ts';

export type ChallengeAnswer = 'complete' | 'fail';

/** Returns the updated intent, or null if the challenge is not open. */
export function completeChallenge(
  account: StripeAccount,
  id: string,
  answer: ChallengeAnswer,
): Stripe.PaymentIntent | null {
  const open = findOpenChallenge(account, id);
  if (!open) return null;
  const intent = structuredClone(open.intent);
  const tag = { id: newId('req_', 14), idempotencyKey: null };
  if (answer === 'fail') failAuthentication(account, intent, tag);
  else chargeAfterChallenge(account, intent, tag);
  return account.intents.get(intent.id) ?? intent;
}

function chargeAfterChallenge(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  tag: RequestTag,
): void {
  const method = resolvePaymentMethod(account, String(intent.payment_method));
  const outcome = method.outcome.kind === 'challenges' ? method.outcome.afterwards : method.outcome;
  try {
    chargePayment(account, { intent, method, outcome, authentication: 'challenge' }, tag);
  } catch (error) {
    // The intent's last_payment_error reports the decline; there is no `confirm` response here.
    if (!(error instanceof StripeRefusal)) throw error;
  }
}

function failAuthentication(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  tag: RequestTag,
): void {
  const { method } = resolvePaymentMethod(account, String(intent.payment_method));
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = {
    code: 'payment_intent_authentication_failure',
    doc_url: documentationUrl('payment_intent_authentication_failure'),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
    type: 'invalid_request_error',
  };
  account.publish('payment_intent.payment_failed', intent, tag);
}
