import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { ApiError } from '../../lib/api-error.ts';
import { createPaymentIntent } from './payment-api.ts';
import type { PaymentError } from './payment-error.ts';

export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

export type Charge =
  | { outcome: 'charged'; paymentIntentId: string }
  /** Certainly nothing was charged. */
  | { outcome: 'refused'; problem: string }
  /** The server will not have a payment begin: mostly since an earlier one was just entered. */
  | { outcome: 'conflict'; problem: string }
  /** The answer of the card provider was lost, so only asking can tell. */
  | { outcome: 'unsure'; paymentIntentId: string; problem: string };

export type ConfirmCard = (clientSecret: string) => Promise<PaymentIntentResult>;

type Attempt = {
  productId: string;
  email?: string;
  /** The price on the button, in dollars. The server charges its own, and refuses where they differ. */
  cost: number;
  confirmCard: ConfirmCard;
  /** Called before the card is: from here on it may be charged. */
  onIntent: (paymentIntentId: string) => void;
};

/** Asks for an intent and has the card confirmed. The server hands out one open intent at a time. */
export async function chargeCard(attempt: Attempt): Promise<Charge> {
  const clientSecret = await createPaymentIntent(attempt).catch(judgeRefusal);
  if (typeof clientSecret !== 'string') return clientSecret;
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  attempt.onIntent(paymentIntentId);
  try {
    return judgeConfirmation(await attempt.confirmCard(clientSecret), paymentIntentId);
  } catch {
    return { outcome: 'unsure', paymentIntentId, problem: UNEXPECTED };
  }
}

function judgeRefusal({ cause: error }: PaymentError): Charge {
  if (error instanceof ApiError && error.status === 409) {
    return { outcome: 'conflict', problem: error.message || UNEXPECTED };
  }
  return { outcome: 'refused', problem: UNEXPECTED };
}

/** An intent that had already succeeded comes back as an error, though the money is there. */
export function judgeConfirmation(
  { error, paymentIntent }: PaymentIntentResult,
  paymentIntentId: string,
): Charge {
  const status = (paymentIntent ?? error?.payment_intent)?.status;
  if (status === 'succeeded') return { outcome: 'charged', paymentIntentId };
  const problem = isOutdatedIntent(error) ? UNEXPECTED : (error?.message ?? UNEXPECTED);
  const isCertain = error ? isRefusal(error) : UNCHARGED.has(status ?? '');
  return isCertain
    ? { outcome: 'refused', problem }
    : { outcome: 'unsure', paymentIntentId, problem };
}

/** The server canceled the intent, as for a new price. The next attempt gets another intent. */
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

/** Errors that say that a card was not charged, unlike those of the connection or the provider. */
const REFUSALS: ReadonlySet<string> = new Set(['card_error', 'validation_error']);
