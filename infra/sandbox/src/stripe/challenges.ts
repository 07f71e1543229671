import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Challenge, StripeAccount } from './account.ts';

export function openChallenge(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  returnUrl: string | null,
): Stripe.PaymentIntent.NextAction {
  const challenge = { id: newId('src_1'), intentId: intent.id, returnUrl };
  account.challenges.put(challenge.id, challenge);
  const url = `${account.publicUrl}/sandbox/3ds/${challenge.id}`;
  if (returnUrl) {
    return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: challenge.id, stripe_js: url },
  };
}

/** Null if the challenge is unknown, already answered or replaced by a newer one. */
export function findOpenChallenge(
  account: StripeAccount,
  id: string,
): { challenge: Challenge; intent: Stripe.PaymentIntent } | null {
  const challenge = account.challenges.get(id);
  const intent = challenge && account.intents.get(challenge.intentId);
  if (!challenge || intent?.status !== 'requires_action') return null;
  return challengeOf(intent.next_action) === id ? { challenge, intent } : null;
}

function challengeOf(action: Stripe.PaymentIntent.NextAction | null): string | undefined {
  const sdk = action?.use_stripe_sdk?.['source'];
  if (typeof sdk === 'string') return sdk;
  return action?.redirect_to_url?.url?.split('/').at(-1);
}
