import type { PaymentIntentResult } from '@stripe/stripe-js';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

export type Charge = { paymentIntentId: string } | { problem: string };
export type ConfirmCard = (clientSecret: string) => Promise<PaymentIntentResult>;
type Order = { productId: string; email?: string };

/** Asks for an intent and has the card confirmed. The server hands out one open intent at a time. */
export async function chargeCard(order: Order, confirmCard: ConfirmCard): Promise<Charge> {
  try {
    const { clientSecret } = await callApi<{ clientSecret: string }>('/api/create-payment-intent', {
      method: 'POST',
      body: { ...order, productType: 'hunt' },
    });
    return judgeConfirmation(await confirmCard(clientSecret));
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** An intent that had already succeeded comes back as an error, though the money is there. */
export function judgeConfirmation({ error, paymentIntent }: PaymentIntentResult): Charge {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === 'succeeded') return { paymentIntentId: intent.id };
  return { problem: error?.message ?? UNEXPECTED };
}

/** Trying again does not help where one has joined already or the hunt is not open. */
function problemOf(error: unknown): string {
  const isConflict = error instanceof ApiError && error.status === 409;
  return isConflict && error.message ? error.message : UNEXPECTED;
}
