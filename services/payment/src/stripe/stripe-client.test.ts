import { expect, test } from 'vitest';
import { createStripe, isLiveKey } from './stripe-client.ts';

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
