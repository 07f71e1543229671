import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../../infra/local/executables.ts';
import { createStripeAccount } from '../src/stripe/account.ts';
import { createPaymentIntents } from '../src/stripe/payment-intents.ts';
import { createStripeReversals } from '../src/stripe/reversals.ts';
import { createStripe } from '../src/stripe/stripe-client.ts';

/** Stripe's own server, which refuses a request that its OpenAPI document does not allow. */
const stripeMock = findExecutable('stripe-mock', process.env);
const INSTALL = 'go install github.com/stripe/stripe-mock@v0.203.0';

describe.skipIf(!stripeMock)(`Stripe's OpenAPI document (needs stripe-mock: ${INSTALL})`, () => {
  let server: ChildProcess;
  let stripe: ReturnType<typeof createStripe>;

  beforeAll(async () => {
    const port = await findFreePort();
    server = spawn(stripeMock ?? '', ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    // Any answer, also a refusal, shows that it listens.
    const isListening = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await waitUntil(isListening, { what: 'stripe-mock to listen', timeoutMs: 60_000 });
    stripe = createStripe({ STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_API_URL: url });
  });

  afterAll(async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  });

  it('refuses a request with an unknown parameter', async () => {
    const params = { amount: 1, currency: 'usd', unknown: 1 };
    await expect(stripe.paymentIntents.create(params)).rejects.toThrow('not allowed');
  });

  it('allows the requests for payment intents', async () => {
    const intents = createPaymentIntents(stripe);
    const attempt = { id: 'a', userId: 'u', productId: 'p', amountCents: 2_000, currency: 'USD' };
    expect(await intents.create(attempt)).toMatchObject({ object: 'payment_intent' });
    expect(await intents.find('pi_1')).toMatchObject({ object: 'payment_intent' });
    expect(await intents.cancel('pi_1')).toMatchObject({ object: 'payment_intent' });
  });

  it('allows the requests for refunds and disputes', async () => {
    const reversals = createStripeReversals(stripe);
    const request = { id: 'r', intentId: 'pi_1', replayedErrors: 0 };
    expect(await reversals.refund({ ...request, tries: 1 })).toEqual({ kind: 'made' });
    expect(await reversals.refund({ ...request, tries: 2 })).toEqual({ kind: 'made' });
    await expect(reversals.read('pi_1')).resolves.toBeDefined();
  });

  it('allows the requests of the reconciliation', async () => {
    const account = createStripeAccount(stripe);
    const since = new Date(0);
    await expect(account.listPaid(since)).resolves.toBeDefined();
    await expect(account.listReversed({ refunds: since, disputes: since })).resolves.toBeDefined();
  });
});
