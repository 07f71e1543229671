import { callApi } from '../../lib/api-client.ts';
import type { Recorded } from './await-purchase.ts';
import { PaymentError } from './payment-error.ts';

type NewIntent = { productId: string; email?: string | undefined; cost: number };

/** Returns the client secret of the user's open intent. Rejects with a PaymentError. */
export async function createPaymentIntent({ productId, email, cost }: NewIntent): Promise<string> {
  const body = { productId, productType: 'hunt' as const, email, shownPrice: cost };
  try {
    const answer = await callApi('POST /api/create-payment-intent', { body });
    return answer.clientSecret;
  } catch (error) {
    throw new PaymentError('Failed to create payment intent', error);
  }
}

/** Rejects with a PaymentError. */
export async function recordPurchase(
  productId: string,
  paymentIntentId: string,
): Promise<Recorded> {
  try {
    return await callApi('POST /api/record-purchase', { body: { productId, paymentIntentId } });
  } catch (error) {
    throw new PaymentError('Failed to record hunt access', error);
  }
}
