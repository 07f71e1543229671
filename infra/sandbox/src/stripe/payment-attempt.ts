import type Stripe from 'stripe';
import type { RequestTag, StoredMethod, StripeAccount } from './account.ts';
import { openChallenge } from './challenges.ts';
import { chargePayment } from './charge-payment.ts';
import { DECLINES } from './declines.ts';

export interface Attempt {
  intent: Stripe.PaymentIntent;
  method: StoredMethod;
  returnUrl: string | null;
  /** False if the cardholder is absent and cannot complete a 3-D Secure challenge. */
  mayChallenge: boolean;
}

/** Attempts the payment. On failure throws the error response of `confirm`. */
export function attemptPayment(
  account: StripeAccount,
  attempt: Attempt,
  tag: RequestTag,
): Stripe.PaymentIntent {
  const { intent, method } = attempt;
  intent.payment_method = method.method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  if (method.outcome.kind !== 'challenges') {
    return chargePayment(account, { intent, method, outcome: method.outcome }, tag);
  }
  if (!attempt.mayChallenge) {
    const outcome = { kind: 'declines', decline: DECLINES.authenticationRequired } as const;
    return chargePayment(account, { intent, method, outcome }, tag);
  }
  intent.status = 'requires_action';
  intent.next_action = openChallenge(account, intent, attempt.returnUrl);
  account.publish('payment_intent.requires_action', intent, tag);
  return intent;
}
