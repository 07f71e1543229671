import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  beginAtOnce,
  type Harness,
  intentIdOf,
  intentsOf,
  newPlayer,
  pay,
  record,
  rowsOf,
  startHarness,
} from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterEach(async () => {
  await harness.sandbox.clearFaults();
});

afterAll(async () => {
  await harness.stop();
});

describe('P-1.5 a changed price', () => {
  test('P-1.5 creates a new attempt and cancels the old intent', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await begin(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    const answers = await beginAtOnce(harness, player, hunt.productId, 8);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body).not.toEqual(first.body);
    const { attempts } = await rowsOf(harness, player);
    expect(attempts.map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ['canceled', 2000],
      ['open', 2500],
    ]);
    const intents = await intentsOf(harness, player);
    expect(intents.map(({ status, amount }) => [status, amount])).toEqual([
      ['requires_payment_method', 2500],
      ['canceled', 2000],
    ]);
    const { confirm } = harness.sandbox.stripe.paymentIntents;
    const old = confirm.call(harness.sandbox.stripe.paymentIntents, intentIdOf(first.body), {
      payment_method: 'pm_card_visa',
    });
    await expect(old).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('P-1.5 after payment of the old price: the purchase keeps it, without another charge', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    expect((await begin(harness, player, hunt.productId)).status).toBe(409);
    const { purchases } = await rowsOf(harness, player);
    expect(purchases.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['completed', 2000],
    ]);
    expect(await intentsOf(harness, player)).toHaveLength(1);
  });

  test('P-1.5 during the first call: the intent with the old price is canceled', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await harness.sandbox.setFaults({ latencyMs: 400 });
    const first = begin(harness, player, hunt.productId);
    await waitUntil(async () => (await rowsOf(harness, player)).attempts.length === 1);
    harness.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    const second = await begin({ url: harness.copies[1]?.url ?? '' }, player, hunt.productId);
    await first;
    expect(second.status).toBe(200);
    await harness.sandbox.clearFaults();
    const payable = (await intentsOf(harness, player)).filter(
      ({ status }) => status !== 'canceled',
    );
    expect(payable.map(({ id }) => id)).toEqual([intentIdOf(second.body)]);
    expect(payable[0]?.amount).toBe(2500);
  });

  test('P-1.5 a call with another shown price gets 409', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    harness.offers.set(hunt.productId, { ...hunt, priceCents: 2550 });
    const ask = (shownPrice: unknown) =>
      call(`${harness.url}/api/create-payment-intent`, {
        token: player.token,
        json: { productId: hunt.productId, productType: 'hunt', shownPrice },
      });
    expect(await ask(20)).toMatchObject({
      status: 409,
      body: { error: 'The price of this hunt is $25.50 now.' },
    });
    expect(await intentsOf(harness, player)).toEqual([]);
    expect((await rowsOf(harness, player)).attempts).toEqual([]);
    expect((await ask('20')).status).toBe(400);
    expect((await ask(25.5)).status).toBe(200);
    expect((await intentsOf(harness, player)).map(({ amount }) => amount)).toEqual([2550]);
  });

  test('a changed bonus or title keeps the intent and is stored in the purchase', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await begin(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, title: 'New title', bonusCents: 2000 });
    expect((await begin(harness, player, hunt.productId)).body).toEqual(first.body);
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    await record(harness, player, { productId: hunt.productId, paymentIntentId });
    const { purchases } = await rowsOf(harness, player);
    expect(purchases[0]).toMatchObject({ product_title: 'New title', bonus_cents: 2000 });
  });

  test('an intent that is canceled or missing at Stripe is replaced', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await begin(harness, player, hunt.productId);
    await harness.sandbox.stripe.paymentIntents.cancel(intentIdOf(first.body));
    const second = await begin(harness, player, hunt.productId);
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    await harness.pool.query(
      `UPDATE payment_attempts SET stripe_payment_intent_id = 'pi_gone'
       WHERE user_id = $1 AND state = 'open'`,
      [player.userId],
    );
    const third = await begin(harness, player, hunt.productId);
    expect(third.status).toBe(200);
    expect(third.body).not.toEqual(second.body);
  });
});
