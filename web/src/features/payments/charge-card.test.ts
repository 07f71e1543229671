import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { evaluateConfirmation, UNEXPECTED } from './charge-card.ts';

const intent = (status: PaymentIntent['status']) => ({ id: 'pi_1', status }) as PaymentIntent;
const refused = (error: Partial<StripeError>) => ({ error }) as PaymentIntentResult;
const evaluate = (result: PaymentIntentResult) => evaluateConfirmation(result, 'pi_1');

test('a succeeded intent is a charge', () => {
  expect(evaluate({ paymentIntent: intent('succeeded') })).toEqual({
    outcome: 'charged',
    paymentIntentId: 'pi_1',
  });
});

test.each(['card_error', 'validation_error'] as const)(
  'a %s is a refusal with the message of the provider',
  (type) => {
    const problem = 'Your card was declined.';
    expect(evaluate(refused({ type, message: problem }))).toEqual({ outcome: 'refused', problem });
  },
);

test("a failed authentication is a refusal, according to the intent's status", () => {
  const error = {
    type: 'invalid_request_error',
    message: 'We are unable to authenticate your payment method.',
    payment_intent: intent('requires_payment_method'),
  } as const;
  expect(evaluate(refused(error))).toEqual({ outcome: 'refused', problem: error.message });
});

test('a canceled intent is refused with a text that asks to try again', () => {
  const error = {
    type: 'invalid_request_error',
    message: 'This PaymentIntent has a status of canceled.',
    payment_intent: intent('canceled'),
  } as const;
  expect(evaluate(refused(error))).toEqual({ outcome: 'refused', problem: UNEXPECTED });
});

test('an intent that had already succeeded is a charge', () => {
  const error = { message: 'unexpected state', payment_intent: intent('succeeded') };
  expect(evaluate(refused(error))).toEqual({ outcome: 'charged', paymentIntentId: 'pi_1' });
});

test.each(['api_connection_error', 'api_error', 'idempotency_error', undefined] as const)(
  'an error of type %s leaves the charge unknown',
  (type) => {
    expect(evaluate({ error: { type } } as PaymentIntentResult)).toEqual({
      outcome: 'unknown',
      paymentIntentId: 'pi_1',
      problem: UNEXPECTED,
    });
  },
);

test('a processing payment has an unknown outcome', () => {
  expect(evaluate({ paymentIntent: intent('processing') })).toMatchObject({ outcome: 'unknown' });
  expect(evaluate({ paymentIntent: intent('requires_action') })).toMatchObject({
    outcome: 'refused',
  });
});
