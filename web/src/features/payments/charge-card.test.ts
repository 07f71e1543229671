import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { judgeConfirmation, UNEXPECTED } from './charge-card.ts';

const intent = (status: PaymentIntent['status']) => ({ id: 'pi_1', status }) as PaymentIntent;
const refused = (error: Partial<StripeError>) => ({ error }) as PaymentIntentResult;

test('a succeeded intent is a charge', () => {
  expect(judgeConfirmation({ paymentIntent: intent('succeeded') })).toEqual({
    paymentIntentId: 'pi_1',
  });
});

test('a refusal is told in the provider’s own words', () => {
  expect(judgeConfirmation(refused({ message: 'Your card was declined.' }))).toEqual({
    problem: 'Your card was declined.',
  });
});

test('an intent that had succeeded before is a charge, not a reason to pay again', () => {
  const error = { message: 'unexpected state', payment_intent: intent('succeeded') };
  expect(judgeConfirmation(refused(error))).toEqual({ paymentIntentId: 'pi_1' });
});

test('anything else is unexpected', () => {
  expect(judgeConfirmation(refused({}))).toEqual({ problem: UNEXPECTED });
  expect(judgeConfirmation({ paymentIntent: intent('processing') })).toEqual({
    problem: UNEXPECTED,
  });
});
