import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  intentIdOf,
  newPlayer,
  type Player,
  pay,
  record,
  rowsOf,
  startWorld,
  type World,
} from './world.ts';

const CALM_TEXT = 'An unexpected error occurred. Please try again.';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterEach(async () => {
  await world.sandbox.clearFaults();
});

afterAll(async () => {
  await world.stop();
});

/** At once, by turns at the two copies of the service. */
function beginAtOnce(player: Player, productId: string, times: number) {
  return Promise.all(
    Array.from({ length: times }, (_, index) =>
      begin({ url: world.copies[index % 2]?.url ?? '' }, player, productId),
    ),
  );
}

async function intentsOf(player: Player) {
  const all = await world.sandbox.stripe.paymentIntents
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  return all.filter(({ metadata }) => metadata['userId'] === player.userId);
}

describe('beginning a payment', () => {
  test('asks for the server’s price and answers with nothing but the client secret', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt({ priceCents: 1999 })];
    const json = { productId: hunt.productId, productType: 'hunt', amount: 1, price_amount: 0.01 };
    const url = `${world.url}/api/create-payment-intent`;
    const answer = await call(url, { token: player.token, json });
    expect(answer).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });
    const [intent] = await intentsOf(player);
    const { attempts } = await rowsOf(world, player);
    expect(intent).toMatchObject({
      amount: 1999,
      currency: 'usd',
      receipt_email: null,
      client_secret: (answer.body as { clientSecret: string }).clientSecret,
      metadata: {
        attemptId: attempts[0].id,
        userId: player.userId,
        productId: hunt.productId,
      },
    });
  });

  test('404 for an unknown hunt, 409 for one that is not open, 400 for nonsense', async () => {
    const player = newPlayer();
    expect((await begin(world, player, 'unknown')).status).toBe(404);
    for (const status of ['upcoming', 'complete'] as const) {
      const { productId } = world.addHunt({ status });
      expect((await begin(world, player, productId)).status).toBe(409);
    }
    const url = `${world.url}/api/create-payment-intent`;
    for (const json of [{}, [], { productId: 1, productType: 'hunt' }, { productId: 'x' }]) {
      expect((await call(url, { token: player.token, json })).status).toBe(400);
    }
    expect((await rowsOf(world, player)).attempts).toEqual([]);
    expect(await intentsOf(player)).toEqual([]);
  });

  test('409 for who has joined already, without a trace of another attempt', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    await record(world, player, { productId: hunt.productId, paymentIntentId });
    const answer = await begin(world, player, hunt.productId);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'You have already joined this hunt.' },
    });
    expect((await rowsOf(world, player)).attempts).toHaveLength(1);
  });

  test('Stripe away or broken: 502 with a calm text, and afterwards it works', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const away = await begin(cutOff, player, hunt.productId);
    await cutOff.stop();
    expect(away).toMatchObject({ status: 502, body: { error: CALM_TEXT } });
    await world.sandbox.setFaults({ status: 500 });
    const broken = await begin(world, player, hunt.productId);
    expect(broken).toMatchObject({ status: 502, body: { error: CALM_TEXT } });
    // Stripe would repeat its refusal under the same key, so that the attempt is over.
    const { attempts } = await rowsOf(world, player);
    expect(attempts.map(({ state }) => state)).toEqual(['canceled']);
    await world.sandbox.clearFaults();
    expect((await begin(world, player, hunt.productId)).status).toBe(200);
  });

  test('catalog away: 502', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const cutOff = await world.startCopy({ CATALOG_URL: 'http://127.0.0.1:1' });
    const answer = await begin(cutOff, player, hunt.productId);
    await cutOff.stop();
    expect(answer.status).toBe(502);
    expect(await intentsOf(player)).toEqual([]);
  });
});

describe('P-1.5 one charge', () => {
  test('P-1.5 20 clicks at once on two copies: one attempt, one intent, one client secret', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const answers = await beginAtOnce(player, hunt.productId, 20);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await intentsOf(player)).toHaveLength(1);
    expect((await rowsOf(world, player)).attempts).toHaveLength(1);
  });

  test('P-1.5 a click while Stripe is still busy with the first', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    // Longer than the SDK itself waits for the key to come free.
    await world.sandbox.setFaults({ latencyMs: 2_000 });
    const answers = await beginAtOnce(player, hunt.productId, 4);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await intentsOf(player)).toHaveLength(1);
  });

  test('P-1.5 a reload after a declined card and during 3-D Secure: the same intent', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const first = await begin(world, player, hunt.productId);
    await pay(world, player, hunt.productId, 'pm_card_visa_chargeDeclined').catch(() => {});
    expect((await begin(world, player, hunt.productId)).body).toEqual(first.body);
    const challenged = await pay(world, player, hunt.productId, 'pm_card_authenticationRequired');
    expect(challenged.status).toBe('requires_action');
    expect((await begin(world, player, hunt.productId)).body).toEqual(first.body);
    expect(await intentsOf(player)).toHaveLength(1);
  });

  test('P-1.5 Stripe’s answer is lost: the retry finds the same intent', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await world.sandbox.sendWebhooksTo(world.url);
    await world.sandbox.setFaults({ hang: 'after', webhooks: { drop: false } });
    const answer = begin(world, player, hunt.productId);
    await waitUntil(() => isCreationTold(player), { what: 'the intent at Stripe' });
    await world.sandbox.clearFaults();
    expect((await answer).status).toBe(200);
    expect(await intentsOf(player)).toHaveLength(1);
    expect((await begin(world, player, hunt.productId)).body).toEqual((await answer).body);
  });

  test('P-1.5 paid, but nobody told us: beginning again enters the purchase instead of charging', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await pay(world, player, hunt.productId);
    const answers = await beginAtOnce(player, hunt.productId, 6);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(409));
    const { purchases, events } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(events).toHaveLength(1);
    expect(await intentsOf(player)).toHaveLength(1);
  });

  test('P-1.5 clicks while the payment is being recorded never make a second intent', async () => {
    for (let time = 0; time < 10; time += 1) {
      const [player, hunt] = [newPlayer(), world.addHunt()];
      const { id: paymentIntentId } = await pay(world, player, hunt.productId);
      const claim = { productId: hunt.productId, paymentIntentId };
      const [recorded, answers] = await Promise.all([
        record(world, player, claim),
        beginAtOnce(player, hunt.productId, 6),
      ]);
      expect(recorded.status).toBe(200);
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(409));
      expect(await intentsOf(player)).toHaveLength(1);
      expect((await rowsOf(world, player)).attempts).toHaveLength(1);
    }
  });
});

describe('P-1.5 a changed price', () => {
  test('P-1.5 is a new attempt, and the old one can no longer be paid', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const first = await begin(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    const answers = await beginAtOnce(player, hunt.productId, 8);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body).not.toEqual(first.body);
    const { attempts } = await rowsOf(world, player);
    expect(attempts.map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ['canceled', 2000],
      ['open', 2500],
    ]);
    const intents = await intentsOf(player);
    expect(intents.map(({ status, amount }) => [status, amount])).toEqual([
      ['requires_payment_method', 2500],
      ['canceled', 2000],
    ]);
    const { confirm } = world.sandbox.stripe.paymentIntents;
    const old = confirm.call(world.sandbox.stripe.paymentIntents, intentIdOf(first.body), {
      payment_method: 'pm_card_visa',
    });
    await expect(old).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('P-1.5 after the old price was paid: the old price holds, and nothing more is charged', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await pay(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    expect((await begin(world, player, hunt.productId)).status).toBe(409);
    const { purchases } = await rowsOf(world, player);
    expect(purchases.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['completed', 2000],
    ]);
    expect(await intentsOf(player)).toHaveLength(1);
  });

  test('P-1.5 in the middle of the first call: the intent of the old price is canceled', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await world.sandbox.setFaults({ latencyMs: 400 });
    const first = begin(world, player, hunt.productId);
    await waitUntil(async () => (await rowsOf(world, player)).attempts.length === 1);
    world.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
    const second = await begin({ url: world.copies[1]?.url ?? '' }, player, hunt.productId);
    await first;
    expect(second.status).toBe(200);
    await world.sandbox.clearFaults();
    const payable = (await intentsOf(player)).filter(({ status }) => status !== 'canceled');
    expect(payable.map(({ id }) => id)).toEqual([intentIdOf(second.body)]);
    expect(payable[0]?.amount).toBe(2500);
  });

  test('a changed bonus or title keeps the intent and is what the purchase will say', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const first = await begin(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, title: 'New title', bonusCents: 2000 });
    expect((await begin(world, player, hunt.productId)).body).toEqual(first.body);
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    await record(world, player, { productId: hunt.productId, paymentIntentId });
    const { purchases } = await rowsOf(world, player);
    expect(purchases[0]).toMatchObject({ product_title: 'New title', bonus_cents: 2000 });
  });

  test('an intent that was canceled or is unknown at Stripe gives way to a new one', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const first = await begin(world, player, hunt.productId);
    await world.sandbox.stripe.paymentIntents.cancel(intentIdOf(first.body));
    const second = await begin(world, player, hunt.productId);
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    await world.pool.query(
      `UPDATE payment_attempts SET stripe_payment_intent_id = 'pi_gone'
       WHERE user_id = $1 AND state = 'open'`,
      [player.userId],
    );
    const third = await begin(world, player, hunt.productId);
    expect(third.status).toBe(200);
    expect(third.body).not.toEqual(second.body);
  });
});

async function isCreationTold(player: Player): Promise<boolean> {
  const { rowCount } = await world.pool.query(
    `SELECT FROM stripe_events WHERE type = 'payment_intent.created'
       AND payload->'data'->'object'->'metadata'->>'userId' = $1`,
    [player.userId],
  );
  return rowCount === 1;
}
