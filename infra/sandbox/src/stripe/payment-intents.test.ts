import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browserCall,
  errorOf,
  KEYS,
  type RunningSandbox,
  runSandbox,
} from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

const twentyDollars = { amount: 2000, currency: 'usd' } as const;

async function openIntent(): Promise<Stripe.PaymentIntent> {
  return await sandbox.stripe.paymentIntents.create(twentyDollars);
}

describe('payment intents', () => {
  it('are created in Stripe’s shape and retrieved unchanged', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...twentyDollars,
      automatic_payment_methods: { enabled: true },
      description: 'Vermont troll hunt',
      metadata: { productId: 'p1', userId: 'u1' },
      receipt_email: 'ann@example.com',
    });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2000,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      status: 'requires_payment_method',
      metadata: { productId: 'p1', userId: 'u1' },
      receipt_email: 'ann@example.com',
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it('succeed with a valid card and expand its charge', async () => {
    const { id } = await openIntent();
    await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const paid = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000 });
    expect(paid.latest_charge).toMatchObject({
      amount: 2000,
      paid: true,
      status: 'succeeded',
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    });
  });

  it('can be paid after a decline but not twice', async () => {
    const { id } = await openIntent();
    const { paymentIntents } = sandbox.stripe;
    const declined = await errorOf(
      paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(declined).toMatchObject({ statusCode: 402, type: 'card_error', code: 'card_declined' });
    expect(declined.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
    expect((await paymentIntents.retrieve(id)).last_payment_error?.message).toBe(
      'Your card was declined.',
    );
    const paid = await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
    const again = await errorOf(paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('are canceled permanently unless paid', async () => {
    const { id } = await openIntent();
    const canceled = await sandbox.stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const late = sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect((await errorOf(late)).code).toBe('payment_intent_unexpected_state');

    const paid = await sandbox.stripe.paymentIntents.create({
      ...twentyDollars,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const refused = await errorOf(sandbox.stripe.paymentIntents.cancel(paid.id));
    expect(refused.message).toContain('it has a status of succeeded');
  });

  it.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'Amount must be at least $0.50 usd'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'no more than $999,999.99'],
    [{ amount: 19.99, currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 19.99'],
    [{ currency: 'usd' }, 'parameter_missing', 'Missing required param: amount.'],
    [{ amount: 2000, currency: 'doubloon' }, undefined, 'Invalid currency: doubloon'],
    [{ ...twentyDollars, metdata: { a: 'b' } }, 'parameter_unknown', 'unknown parameter: metdata'],
    [{ ...twentyDollars, receipt_email: 'ann' }, 'email_invalid', 'Invalid email address: ann'],
    [{ ...twentyDollars, customer: '' }, 'parameter_invalid_empty', "empty string for 'customer'"],
    [{ ...twentyDollars, confirm: true }, 'payment_intent_unexpected_state', 'payment method'],
  ])('return an error for %j', async (params, code, message) => {
    const wrong = params as Stripe.PaymentIntentCreateParams;
    const refused = await errorOf(sandbox.stripe.paymentIntents.create(wrong));
    expect(refused.statusCode).toBe(400);
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
  });

  it('return 404 with a request id if unknown', async () => {
    const refused = await errorOf(sandbox.stripe.paymentIntents.retrieve('pi_none'));
    expect(refused).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    expect(refused.requestId).toMatch(/^req_\w{14}$/);
  });
});

describe('lists of payment intents', () => {
  it('are newest first, with pages and a filter by creation time', async () => {
    const customer = 'cus_pages';
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const intent = await sandbox.stripe.paymentIntents.create({ ...twentyDollars, customer });
      made.unshift(intent.id);
    }
    const { paymentIntents } = sandbox.stripe;
    const first = await paymentIntents.list({ customer, limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.has_more).toBe(true);
    const all: string[] = [];
    for await (const intent of paymentIntents.list({ customer, limit: 2 })) all.push(intent.id);
    expect(all).toEqual(made);
    const before = await paymentIntents.list({ customer, limit: 10, ending_before: made[2] ?? '' });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    expect((await paymentIntents.list({ customer, created: { gte: inAnHour } })).data).toEqual([]);
    expect((await paymentIntents.list({ customer, created: { lt: inAnHour } })).data).toHaveLength(
      5,
    );
    expect((await errorOf(paymentIntents.list({ limit: 101 }))).param).toBe('limit');
  });
});

describe('publishable key', () => {
  it('confirms with the client secret and receives the public fields', async () => {
    const { id, client_secret } = await sandbox.stripe.paymentIntents.create({
      ...twentyDollars,
      metadata: { userId: 'u1' },
    });
    const answer = await browserCall(sandbox, `/v1/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242 4242 4242 4242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    });
    const intent = (await answer.json()) as Record<string, unknown>;
    expect(intent).toMatchObject({ id, status: 'succeeded', amount: 2000 });
    expect(intent).not.toHaveProperty('metadata');
    expect(intent).not.toHaveProperty('latest_charge');
  });

  it('is refused with a wrong, missing or other intent’s client secret', async () => {
    const [own, other] = [await openIntent(), await openIntent()];
    for (const clientSecret of [`${own.id}_secret_x`, other.client_secret ?? '']) {
      const params = { client_secret: clientSecret, payment_method: 'pm_card_visa' };
      const answer = await browserCall(sandbox, `/v1/payment_intents/${own.id}/confirm`, params);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain(own.client_secret);
    }
    const bare = await browserCall(sandbox, `/v1/payment_intents/${own.id}/confirm`, {});
    expect(bare.status).toBe(400);
    const now = await sandbox.stripe.paymentIntents.retrieve(own.id);
    expect(now.status).toBe('requires_payment_method');
  });

  it('cannot create, list or cancel', async () => {
    const { id } = await openIntent();
    for (const path of ['/v1/payment_intents', `/v1/payment_intents/${id}/cancel`]) {
      const answer = await browserCall(sandbox, path, { amount: '2000', currency: 'usd' });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: 'secret_key_required' } });
    }
    const list = await sandbox.call(`/v1/payment_intents?key=${KEYS.publishable}`);
    expect(list.status).toBe(403);
  });

  it('returns 401 without a key or with an unknown one, which the error masks', async () => {
    expect((await sandbox.call('/v1/payment_intents')).status).toBe(401);
    const authorization = 'Bearer sk_test_of_another_account_entirely';
    const answer = await sandbox.call('/v1/payment_intents', { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('of_another_account');
  });
});

describe('secrets and cards', () => {
  it('are not logged', () => {
    const log = sandbox.logged.join('\n');
    expect(log).toContain('stripe.request');
    expect(log).not.toMatch(/4242 ?4242 ?4242 ?4242|_secret_|sk_test|whsec/);
  });
});
