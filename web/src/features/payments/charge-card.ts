import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { ApiError } from '../../lib/api-error.ts';
import { createPaymentIntent } from './payment-api.ts';
import type { PaymentError } from './payment-error.ts';

export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

export type Charge =
  | { outcome: 'charged'; paymentIntentId: string }
  /** The card was certainly not charged. */
  | { outcome: 'refused'; problem: string }
  /** The server refuses a new payment, mostly because an earlier one was just recorded. */
  | { outcome: 'conflict'; problem: string }
  /** The card provider's answer was lost; only the server can say whether the card was charged. */
  | { outcome: 'unknown'; paymentIntentId: string; problem: string };

export type ConfirmCard = (clientSecret: string) => Promise<PaymentIntentResult>;

type Attempt = {
  productId: string;
  email?: string;
  /** The displayed price in dollars. The server charges its own price and refuses if they differ. */
  cost: number;
  confirmCard: ConfirmCard;
  /** Called before the card is confirmed: from then on it may be charged. */
  onIntent: (paymentIntentId: string) => void;
};

/** Creates a payment intent and confirms the card. The server returns the same open intent for each call. */
export async function chargeCard(attempt: Attempt): Promise<Charge> {
  const clientSecret = await createPaymentIntent(attempt).catch(evaluateIntentError);
  if (typeof clientSecret !== 'string') return clientSecret;
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  attempt.onIntent(paymentIntentId);
  try {
    return evaluateConfirmation(await attempt.confirmCard(clientSecret), paymentIntentId);
  } catch {
    return { outcome: 'unknown', paymentIntentId, problem: UNEXPECTED };
  }
}

function evaluateIntentError({ cause: error }: PaymentError): Charge {
  if (error instanceof ApiError && error.status === 409) {
    return { outcome: 'conflict', problem: error.message || UNEXPECTED };
  }
  return { outcome: 'refused', problem: UNEXPECTED };
}

/** Stripe reports an intent that had already succeeded as an error, although the card was charged. */
export function evaluateConfirmation(
  { error, paymentIntent }: PaymentIntentResult,
  paymentIntentId: string,
): Charge {
  const status = (paymentIntent ?? error?.payment_intent)?.status;
  if (status === 'succeeded') return { outcome: 'charged', paymentIntentId };
  const problem = isOutdatedIntent(error) ? UNEXPECTED : (error?.message ?? UNEXPECTED);
  const isCertain = error ? isRefusal(error) : UNCHARGED.has(status ?? '');
  return isCertain
    ? { outcome: 'refused', problem }
    : { outcome: 'unknown', paymentIntentId, problem };
}

/** The server canceled the intent, for example after a price change. The next attempt gets a new intent. */
function isOutdatedIntent(error: StripeError | undefined): boolean {
  return error?.payment_intent?.status === 'canceled';
}

function isRefusal({ type, payment_intent: intent }: StripeError): boolean {
  return UNCHARGED.has(intent?.status ?? '') || REFUSALS.has(type);
}

const UNCHARGED: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'canceled',
]);

/** Error types that mean that the card was not charged; connection and API errors do not. */
const REFUSALS: ReadonlySet<string> = new Set(['card_error', 'validation_error']);
