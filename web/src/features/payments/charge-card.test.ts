import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { judgeConfirmation, UNEXPECTED } from './charge-card.ts';

const intent = (status: PaymentIntent['status']) => ({ id: 'pi_1', status }) as PaymentIntent;
const refused = (error: Partial<StripeError>) => ({ error }) as PaymentIntentResult;
const judge = (result: PaymentIntentResult) => judgeConfirmation(result, 'pi_1');

test('a succeeded intent is a charge', () => {
  expect(judge({ paymentIntent: intent('succeeded') })).toEqual({
    outcome: 'charged',
    paymentIntentId: 'pi_1',
  });
});

test.each(['card_error', 'validation_error'] as const)(
  'a %s is a refusal in the provider’s own words',
  (type) => {
    const problem = 'Your card was declined.';
    expect(judge(refused({ type, message: problem }))).toEqual({ outcome: 'refused', problem });
  },
);

test('a failed authentication is a refusal, told by the intent', () => {
  const error = {
    type: 'invalid_request_error',
    message: 'We are unable to authenticate your payment method.',
    payment_intent: intent('requires_payment_method'),
  } as const;
  expect(judge(refused(error))).toEqual({ outcome: 'refused', problem: error.message });
});

test('an intent that the server canceled is refused with a text that asks to try again', () => {
  const error = {
    type: 'invalid_request_error',
    message: 'This PaymentIntent has a status of canceled.',
    payment_intent: intent('canceled'),
  } as const;
  expect(judge(refused(error))).toEqual({ outcome: 'refused', problem: UNEXPECTED });
});

test('an intent that had succeeded before is a charge, not a reason to pay again', () => {
  const error = { message: 'unexpected state', payment_intent: intent('succeeded') };
  expect(judge(refused(error))).toEqual({ outcome: 'charged', paymentIntentId: 'pi_1' });
});

test.each(['api_connection_error', 'api_error', 'idempotency_error', undefined] as const)(
  'an error of type %s says nothing about the charge',
  (type) => {
    expect(judge({ error: { type } } as PaymentIntentResult)).toEqual({
      outcome: 'unsure',
      paymentIntentId: 'pi_1',
      problem: UNEXPECTED,
    });
  },
);

test('a payment that is still under way is not known to be charged', () => {
  expect(judge({ paymentIntent: intent('processing') })).toMatchObject({ outcome: 'unsure' });
  expect(judge({ paymentIntent: intent('requires_action') })).toMatchObject({ outcome: 'refused' });
});
