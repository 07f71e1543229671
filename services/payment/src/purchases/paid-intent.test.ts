import { describe, expect, test } from 'vitest';
import type { PaymentIntent } from '../stripe/payment-intents.ts';
import { judgeIntent, payerOf } from './paid-intent.ts';

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

describe('an intent', () => {
  test('that is paid in full for its attempt is good', () => {
    expect(judgeIntent(intent(), attempt, false).fault).toBeNull();
    expect(judgeIntent(intent({ livemode: true }), attempt, true).fault).toBeNull();
  });

  test('that Stripe does not know is unknown', () => {
    expect(judgeIntent(null, null, false).fault).toBe('unknown');
  });

  test('without an attempt of ours buys nothing', () => {
    expect(judgeIntent(intent(), null, false).fault).toBe('mismatch');
  });

  test.each([
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'canceled',
  ] as const)('that is %s is unpaid', (status) => {
    expect(judgeIntent(intent({ status, amount_received: 0 }), attempt, false).fault).toBe(
      'unpaid',
    );
  });

  const own = { attemptId: 'attempt-1', userId: 'user-1', productId: 'hunt-1' };

  test.each([
    ['of test mode under a live key', intent(), true],
    ['of live mode under a test key', intent({ livemode: true }), false],
    ['of another amount', intent({ amount: 1999 }), false],
    ['of which less was received', intent({ amount_received: 1999 }), false],
    ['of another currency', intent({ currency: 'eur' }), false],
    ['of another attempt', intent({ metadata: { ...own, attemptId: 'attempt-2' } }), false],
    ['of another user', intent({ metadata: { ...own, userId: 'user-2' } }), false],
    ['of another hunt', intent({ metadata: { ...own, productId: 'hunt-2' } }), false],
    ['without metadata', intent({ metadata: {} }), false],
  ])('%s does not match', (_, given, isLive) => {
    expect(judgeIntent(given, attempt, isLive).fault).toBe('mismatch');
  });
});

test('the payer is the attempt’s user, or whom the metadata names, or nobody', () => {
  expect(payerOf(judgeIntent(intent(), attempt, false))).toBe('user-1');
  expect(payerOf(judgeIntent(intent({ metadata: { userId: 'user-2' } }), null, false))).toBe(
    'user-2',
  );
  expect(payerOf(judgeIntent(intent({ metadata: {} }), null, false))).toBeNull();
});
