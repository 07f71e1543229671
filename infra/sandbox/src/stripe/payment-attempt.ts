import type Stripe from 'stripe';
import type { RequestTag, StoredMethod, StripeAccount } from './account.ts';
import { openChallenge } from './challenges.ts';
import { DECLINES } from './declines.ts';
import { settlePayment } from './settlement.ts';

export interface Attempt {
  intent: Stripe.PaymentIntent;
  method: StoredMethod;
  returnUrl: string | null;
  /** False where the cardholder is not there to answer a 3-D Secure challenge. */
  mayChallenge: boolean;
}

/** Tries the card on the intent. Throws what the caller of `confirm` is told when it fails. */
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
    return settlePayment(account, { intent, method, outcome: method.outcome }, tag);
  }
  if (!attempt.mayChallenge) {
    const outcome = { kind: 'declines', decline: DECLINES.authenticationRequired } as const;
    return settlePayment(account, { intent, method, outcome }, tag);
  }
  intent.status = 'requires_action';
  intent.next_action = openChallenge(account, intent, attempt.returnUrl);
  account.publish('payment_intent.requires_action', intent, tag);
  return intent;
}
