import type { PaymentIntent } from '../stripe/payment-intents.ts';
import type { Attempt } from './attempts.store.ts';

/** Why an intent cannot be recorded as a purchase. */
export type ValidationError = 'unknown' | 'mismatch' | 'unpaid';

export type ValidIntent = { error: null; intent: PaymentIntent; attempt: Attempt };

export type ValidationResult =
  | { error: ValidationError; intent: PaymentIntent | null; attempt: Attempt | null }
  | ValidIntent;

/** Compares a payment intent, as read from Stripe, with the attempt that it was created for. */
export function validatePaymentIntent(
  intent: PaymentIntent | null,
  attempt: Attempt | null,
  isLive: boolean,
): ValidationResult {
  if (!intent) return { error: 'unknown', intent, attempt };
  if (!attempt || !matchesAttempt(intent, attempt) || intent.livemode !== isLive) {
    return { error: 'mismatch', intent, attempt };
  }
  if (intent.status !== 'succeeded') return { error: 'unpaid', intent, attempt };
  if (intent.amount_received !== attempt.amountCents) {
    return { error: 'mismatch', intent, attempt };
  }
  return { error: null, intent, attempt };
}

/** The user of the attempt, or else of the metadata; null where neither names one. */
export function payerOf({ intent, attempt }: ValidationResult): string | null {
  return attempt?.userId ?? intent?.metadata['userId'] ?? null;
}

function matchesAttempt(intent: PaymentIntent, attempt: Attempt): boolean {
  const { attemptId, userId, productId } = intent.metadata;
  return (
    attemptId === attempt.id &&
    userId === attempt.userId &&
    productId === attempt.productId &&
    intent.amount === attempt.amountCents &&
    intent.currency.toUpperCase() === attempt.currency
  );
}
