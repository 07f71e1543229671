import { afterEach, expect, test, vi } from 'vitest';
import { createPaymentIntent, recordPurchase } from './payment-api.ts';
import { PaymentError } from './payment-error.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [
    'Failed to create payment intent',
    () => createPaymentIntent({ productId: 'hunt-1', email: 'a@example.com', cost: 20 }),
  ],
  ['Failed to record hunt access', () => recordPurchase('hunt-1', 'pi_1')],
])('%s is the internal error of a refused call, with the call as cause', async (message, call) => {
  const answer = () => new Response(JSON.stringify({ error: 'no' }), { status: 503 });
  vi.stubGlobal('fetch', async () => answer());
  const error = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PaymentError);
  expect(error).toMatchObject({ message, cause: { status: 503 } });
});
