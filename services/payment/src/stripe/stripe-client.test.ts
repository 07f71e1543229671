import { inspect } from 'node:util';
import { AppError } from '@cairn/service-kit/errors.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  createStripe,
  hasCode,
  isLiveKey,
  StripeRefusedError,
  toUpstreamError,
} from './stripe-client.ts';

test.each([
  ['http://localhost:8090', ['http', 'localhost', 8090]],
  ['http://sandbox', ['http', 'sandbox', 80]],
  ['https://stripe.example/', ['https', 'stripe.example', 443]],
  [undefined, ['https', 'api.stripe.com', '443']],
])('STRIPE_API_URL %s sets protocol, host and port', (url, address) => {
  const stripe = createStripe({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: url });
  const used = (['protocol', 'host', 'port'] as const).map((name) => stripe.getApiField(name));
  expect(used).toEqual(address);
});

test('Stripe client has a timeout, two retries and no telemetry', () => {
  const stripe = createStripe({ STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(stripe.getApiField('timeout')).toBe(8_000);
  expect(stripe.getApiField('maxNetworkRetries')).toBe(2);
  expect(stripe.getTelemetryEnabled()).toBe(false);
});

test('isLiveKey distinguishes live keys from test keys', () => {
  expect(isLiveKey('sk_live_1')).toBe(true);
  expect(isLiveKey('rk_live_1')).toBe(true);
  expect(isLiveKey('sk_test_1')).toBe(false);
});

const { errors } = Stripe;

function connectionError(code: string): Error {
  const detail = Object.assign(new Error(code), { code });
  return new errors.StripeConnectionError({ message: 'no connection', detail } as never);
}

describe('a failed call to Stripe', () => {
  test.each([
    ['a time-out', connectionError('ETIMEDOUT'), 504],
    ['a refused connection', connectionError('ECONNREFUSED'), 502],
    ['a rate limit', new errors.StripeRateLimitError({ statusCode: 429 } as never), 503],
    ['an error of Stripe', new errors.StripeAPIError({ statusCode: 500 } as never), 502],
    ['a wrong key', new errors.StripeAuthenticationError({ statusCode: 401 } as never), 502],
  ])('with %s becomes an upstream error with a generic text', (_, error, status) => {
    const shown = toUpstreamError(error);
    expect(shown).toBeInstanceOf(AppError);
    expect(shown.status).toBe(status);
    expect(shown.message).toBe('An unexpected error occurred. Please try again.');
  });

  test('without a response is no StripeRefusedError', () => {
    const answered = new errors.StripeAPIError({ statusCode: 500 } as never);
    expect(toUpstreamError(answered)).toBeInstanceOf(StripeRefusedError);
    for (const code of ['ETIMEDOUT', 'ECONNRESET']) {
      expect(toUpstreamError(connectionError(code))).not.toBeInstanceOf(StripeRefusedError);
    }
  });

  test('toUpstreamError rethrows an error that is not from Stripe', () => {
    const own = new Error('internal');
    expect(() => toUpstreamError(own)).toThrow(own);
    expect(hasCode(own, 'resource_missing')).toBe(false);
  });

  test('P-1.8 client secrets in the response body are not logged', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'trace', { write: (line) => void lines.push(line) });
    const error = new errors.StripeInvalidRequestError({
      message: 'cannot be canceled',
      code: 'payment_intent_unexpected_state',
      statusCode: 400,
      payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret_x' },
    } as never);
    const shown = toUpstreamError(error);
    logger.error({ err: shown }, 'test');
    expect(inspect(shown, { depth: 10 })).not.toContain('_secret_');
    expect(lines.join()).toContain('payment_intent_unexpected_state');
    expect(lines.join()).not.toContain('_secret_');
  });
});
