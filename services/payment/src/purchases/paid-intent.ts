import type { Attempt } from '../attempts/attempts.store.ts';
import type { PaymentIntent } from '../stripe/payment-intents.ts';

/** Why an intent buys nothing. */
export type Fault = 'unknown' | 'mismatch' | 'unpaid';

export type GoodFinding = { fault: null; intent: PaymentIntent; attempt: Attempt };

export type Finding =
  | { fault: Fault; intent: PaymentIntent | null; attempt: Attempt | null }
  | GoodFinding;

/** Holds what Stripe says of an intent against the attempt that it was made for. */
export function judgeIntent(
  intent: PaymentIntent | null,
  attempt: Attempt | null,
  isLive: boolean,
): Finding {
  if (!intent) return { fault: 'unknown', intent, attempt };
  if (!attempt || !isOf(intent, attempt) || intent.livemode !== isLive) {
    return { fault: 'mismatch', intent, attempt };
  }
  if (intent.status !== 'succeeded') return { fault: 'unpaid', intent, attempt };
  if (intent.amount_received !== attempt.amountCents) {
    return { fault: 'mismatch', intent, attempt };
  }
  return { fault: null, intent, attempt };
}

/** The user as far as the intent is known to be anybody's. */
export function payerOf({ intent, attempt }: Finding): string | null {
  return attempt?.userId ?? intent?.metadata['userId'] ?? null;
}

function isOf(intent: PaymentIntent, attempt: Attempt): boolean {
  const { attemptId, userId, productId } = intent.metadata;
  return (
    attemptId === attempt.id &&
    userId === attempt.userId &&
    productId === attempt.productId &&
    intent.amount === attempt.amountCents &&
    intent.currency.toUpperCase() === attempt.currency
  );
}
