import { describe, expect, test } from 'vitest';
import type { PaymentIntent } from '../stripe/payment-intents.ts';
import { payerOf, validatePaymentIntent } from './acceptance.ts';

const attempt = {
  id: 'attempt-1',
  userId: 'user-1',
  productId: 'hunt-1',
  productTitle: 'The Vermont Troll',
  handle: 'vt-troll-hunt',
  region: 'Vermont',
  amountCents: 2000,
  currency: 'USD',
  bonusCents: 1000,
  intentId: 'pi_1',
  createdAt: new Date(),
  canceledAt: null,
  clientAddress: null,
  cancelReason: null,
};

function intent(changes: Partial<PaymentIntent> = {}): PaymentIntent {
  return {
    id: 'pi_1',
    status: 'succeeded',
    amount: 2000,
    amount_received: 2000,
    currency: 'usd',
    livemode: false,
    metadata: { attemptId: 'attempt-1', userId: 'user-1', productId: 'hunt-1' },
    ...changes,
  } as PaymentIntent;
}

describe('a payment intent', () => {
  test('paid in full for its attempt is valid', () => {
    expect(validatePaymentIntent(intent(), attempt, false).error).toBeNull();
    expect(validatePaymentIntent(intent({ livemode: true }), attempt, true).error).toBeNull();
  });

  test('missing at Stripe is unknown', () => {
    expect(validatePaymentIntent(null, null, false).error).toBe('unknown');
  });

  test('without a payment attempt is a mismatch', () => {
    expect(validatePaymentIntent(intent(), null, false).error).toBe('mismatch');
  });

  test.each([
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'canceled',
  ] as const)('with status %s is unpaid', (status) => {
    expect(
      validatePaymentIntent(intent({ status, amount_received: 0 }), attempt, false).error,
    ).toBe('unpaid');
  });

  const own = { attemptId: 'attempt-1', userId: 'user-1', productId: 'hunt-1' };

  test.each([
    ['of test mode under a live key', intent(), true],
    ['of live mode under a test key', intent({ livemode: true }), false],
    ['of another amount', intent({ amount: 1999 }), false],
    ['with a lower received amount', intent({ amount_received: 1999 }), false],
    ['of another currency', intent({ currency: 'eur' }), false],
    ['of another attempt', intent({ metadata: { ...own, attemptId: 'attempt-2' } }), false],
    ['of another user', intent({ metadata: { ...own, userId: 'user-2' } }), false],
    ['of another hunt', intent({ metadata: { ...own, productId: 'hunt-2' } }), false],
    ['without metadata', intent({ metadata: {} }), false],
  ])('%s is a mismatch', (_, given, isLive) => {
    expect(validatePaymentIntent(given, attempt, isLive).error).toBe('mismatch');
  });
});

test('the payer is the user of the attempt, else of the metadata, else null', () => {
  expect(payerOf(validatePaymentIntent(intent(), attempt, false))).toBe('user-1');
  expect(
    payerOf(validatePaymentIntent(intent({ metadata: { userId: 'user-2' } }), null, false)),
  ).toBe('user-2');
  expect(payerOf(validatePaymentIntent(intent({ metadata: {} }), null, false))).toBeNull();
});
