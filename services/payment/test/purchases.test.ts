import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  begin,
  eventOf,
  intentIdOf,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startWorld,
  type World,
} from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

beforeEach(() => {
  world.onHandover.catalog = () => 'applied';
  world.onHandover.auth = () => 'applied';
});

afterAll(async () => {
  await world.stop();
});

describe('recording a purchase', () => {
  test('writes purchase and event together and lets catalog and auth know before it answers', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    const answer = await record(world, player, { productId: hunt.productId, paymentIntentId });

    const { purchases, events, attempts } = await rowsOf(world, player);
    expect(purchases).toHaveLength(1);
    expect(answer).toMatchObject({
      status: 200,
      body: { purchaseId: purchases[0].id, status: 'completed' },
    });
    expect(answer.body).not.toHaveProperty('pending');
    expect(attempts.map(({ state }) => state)).toEqual(['succeeded']);
    expect(events).toHaveLength(1);
    expect(events[0].type).toBe('purchase.recorded');
    expect(purchaseRecorded.schema.parse(events[0].data)).toEqual({
      purchaseId: purchases[0].id,
      userId: player.userId,
      productId: hunt.productId,
      version: 1,
      productTitle: hunt.title,
      handle: hunt.handle,
      region: hunt.region,
      amountCents: 2000,
      currency: 'USD',
      bonusCents: 1000,
      paymentIntentId,
      recordedAt: purchases[0].created_at.toISOString(),
    });
    for (const receiver of [world.handed.catalog, world.handed.auth]) {
      const copies = receiver.filter(({ key }) => key === hunt.productId);
      expect(copies).toEqual([expect.objectContaining({ id: events[0].id, data: events[0].data })]);
    }
  });

  test('keeps title, handle, region, bonus and price as they were', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    world.offers.set(hunt.productId, {
      ...hunt,
      title: 'Renamed',
      handle: 'renamed',
      region: 'Ohio',
      bonusCents: 1,
      priceCents: 9900,
    });
    await record(world, player, { productId: hunt.productId, paymentIntentId });
    const { body } = await call(`${world.url}/internal/users/${player.userId}/purchases`, {
      isInternal: true,
    });
    expect(body).toEqual({
      purchases: [
        {
          id: expect.any(String),
          product_id: hunt.productId,
          product_title: hunt.title,
          handle: hunt.handle,
          type: 'hunt',
          region: 'Vermont',
          price_amount: 20,
          price_currency: 'USD',
          created_at: expect.stringMatching(/Z$/),
          status: 'completed',
          stripe_payment_intent_id: paymentIntentId,
        },
      ],
    });
  });

  test('lists purchases newest first, to our own processes only', async () => {
    const player = newPlayer();
    const hunts = [world.addHunt(), world.addHunt(), world.addHunt()];
    for (const { productId } of hunts) {
      const { id: paymentIntentId } = await pay(world, player, productId);
      await record(world, player, { productId, paymentIntentId });
    }
    const url = `${world.url}/internal/users/${player.userId}/purchases`;
    const { body } = await call(url, { isInternal: true });
    const { purchases } = body as { purchases: { product_id: string }[] };
    expect(purchases.map(({ product_id }) => product_id)).toEqual(
      hunts.map(({ productId }) => productId).reverse(),
    );
    expect((await call(url, { token: player.token })).status).toBe(403);
  });

  test('needs a login', async () => {
    const json = { productId: 'x', paymentIntentId: 'pi_x' };
    expect((await call(`${world.url}/api/record-purchase`, { json })).status).toBe(401);
    const intent = { productId: 'x', productType: 'hunt' };
    const url = `${world.url}/api/create-payment-intent`;
    expect((await call(url, { json: intent })).status).toBe(401);
  });
});

describe('P-1.2 record-purchase before, after, during or without the webhook', () => {
  const orders = {
    before: async (claim: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await claim();
      await webhook();
    },
    after: async (claim: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await webhook();
      await claim();
    },
    during: async (claim: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await Promise.all([webhook(), claim(), webhook(), claim(), claim(), webhook()]);
    },
    without: async (claim: () => Promise<unknown>) => {
      await claim();
    },
  };

  test.each(Object.entries(orders))('P-1.2 %s: one effect, the same answer', async (_, inOrder) => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    const event = await eventOf(world, paymentIntentId);
    const claim = { productId: hunt.productId, paymentIntentId };
    let turn = 0;
    const next = () => world.copies[turn++ % 2]?.url ?? '';
    await inOrder(
      async () => expect((await record({ url: next() }, player, claim)).status).toBe(200),
      async () => expect((await sendWebhook(world, event, { url: next() })).status).toBe(200),
    );

    const { purchases, events } = await rowsOf(world, player);
    expect(purchases).toHaveLength(1);
    expect(events).toHaveLength(1);
    const again = await record(world, player, claim);
    expect(again).toMatchObject({
      status: 200,
      body: { purchaseId: purchases[0].id, status: 'completed' },
    });
    const ids = new Set(
      [...world.handed.catalog, ...world.handed.auth]
        .filter(({ key }) => key === hunt.productId)
        .map(({ id }) => id),
    );
    expect([...ids]).toEqual([events[0].id]);
  });
});

describe('P-1.2 an intent that does not buy the place', () => {
  test('P-1.2 unpaid is 402, also after a declined card', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { body } = await begin(world, player, hunt.productId);
    const claim = { productId: hunt.productId, paymentIntentId: intentIdOf(body) };
    expect((await record(world, player, claim)).status).toBe(402);
    await expect(
      pay(world, player, hunt.productId, 'pm_card_visa_chargeDeclined'),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect((await record(world, player, claim)).status).toBe(402);
    expect((await rowsOf(world, player)).purchases).toEqual([]);
  });

  test('P-1.2 another user’s is 403, before and after its owner recorded it', async () => {
    const [owner, thief, hunt] = [newPlayer(), newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, owner, hunt.productId);
    const claim = { productId: hunt.productId, paymentIntentId };
    expect((await record(world, thief, claim)).status).toBe(403);
    expect((await rowsOf(world, owner)).purchases).toEqual([]);
    expect((await record(world, owner, claim)).status).toBe(200);
    expect((await record(world, thief, claim)).status).toBe(403);
    expect((await rowsOf(world, thief)).purchases).toEqual([]);
  });

  test('P-1.2 for another hunt is 409, before and after it was recorded', async () => {
    const [player, hunt, dearer] = [
      newPlayer(),
      world.addHunt(),
      world.addHunt({ priceCents: 5000 }),
    ];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    const wrong = { productId: dearer.productId, paymentIntentId };
    expect((await record(world, player, wrong)).status).toBe(409);
    expect((await rowsOf(world, player)).purchases).toEqual([]);
    await record(world, player, { productId: hunt.productId, paymentIntentId });
    expect((await record(world, player, wrong)).status).toBe(409);
    expect((await rowsOf(world, player)).purchases).toHaveLength(1);
  });

  test('P-1.2 unknown is 404, and what is no intent’s id is not even asked for at Stripe', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const claim = { productId: hunt.productId, paymentIntentId: 'pi_unknown' };
    expect((await record(world, player, claim)).status).toBe(404);
    const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    for (const paymentIntentId of ['..', 'pi_1/../../charges', 'ch_1', 'pi_1?x=1', 'pi_']) {
      const answer = await record(cutOff, player, { ...claim, paymentIntentId });
      expect(answer.status, paymentIntentId).toBe(404);
    }
    await cutOff.stop();
  });

  const forged = {
    cheaper: { amount: 50, currency: 'usd' },
    'in another currency': { amount: 2000, currency: 'jpy' },
    'of the right amount, but not made by us': { amount: 2000, currency: 'usd' },
  };

  test.each(Object.entries(forged))('P-1.2 %s: refused by page and webhook', async (_, money) => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { body } = await begin(world, player, hunt.productId);
    const real = await world.sandbox.stripe.paymentIntents.retrieve(intentIdOf(body));
    for (const metadata of [real.metadata, { ...real.metadata, attemptId: 'other' }]) {
      const intent = await world.sandbox.stripe.paymentIntents.create({
        ...money,
        metadata,
        confirm: true,
        payment_method: 'pm_card_visa',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      const claim = { productId: hunt.productId, paymentIntentId: intent.id };
      expect((await record(world, player, claim)).status).toBe(409);
      const webhook = await sendWebhook(world, await eventOf(world, intent.id));
      expect(webhook.status).toBe(200);
    }
    const { purchases, events } = await rowsOf(world, player);
    expect({ purchases, events }).toEqual({ purchases: [], events: [] });
  });

  test('P-1.2 an attempt whose intent became cheaper or another’s at Stripe is refused', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    const claim = { productId: hunt.productId, paymentIntentId };
    for (const [column, wrong] of [
      ['amount_cents', 2001],
      ['currency', 'EUR'],
    ] as const) {
      const { attempts } = await rowsOf(world, player);
      const set = (value: unknown) =>
        world.pool.query(`UPDATE payment_attempts SET ${column} = $1 WHERE user_id = $2`, [
          value,
          player.userId,
        ]);
      await set(wrong);
      expect((await record(world, player, claim)).status, column).toBe(409);
      await set(attempts[0][column]);
    }
    expect((await rowsOf(world, player)).purchases).toEqual([]);
    expect((await record(world, player, claim)).status).toBe(200);
  });
});

describe('while catalog or auth does not confirm', () => {
  const failures = {
    'is away': () => {
      throw new UpstreamError('away', { status: 503 });
    },
    'parks the event': () => 'parked' as const,
  };

  for (const receiver of ['catalog', 'auth'] as const) {
    test.each(Object.entries(failures))(
      `${receiver} %s: 202, and asking again hands the very same event over`,
      async (_, fail) => {
        const [player, hunt] = [newPlayer(), world.addHunt()];
        const { id: paymentIntentId } = await pay(world, player, hunt.productId);
        const claim = { productId: hunt.productId, paymentIntentId };
        world.onHandover[receiver] = fail;
        const first = await record(world, player, claim);
        const { purchases, events } = await rowsOf(world, player);
        expect(first).toMatchObject({
          status: 202,
          body: { purchaseId: purchases[0].id, status: 'completed', pending: true },
        });
        expect((await record(world, player, claim)).status).toBe(202);

        world.onHandover[receiver] = () => 'duplicate';
        const done = await record(world, player, claim);
        expect(done.status).toBe(200);
        expect(done.body).toEqual({ purchaseId: purchases[0].id, status: 'completed' });
        const copies = world.handed[receiver].filter(({ key }) => key === hunt.productId);
        expect(copies.map(({ id }) => id)).toEqual(Array(3).fill(events[0].id));

        await record(world, player, claim);
        expect(world.handed[receiver].filter(({ key }) => key === hunt.productId)).toHaveLength(3);
      },
    );
  }

  test('a purchase that the webhook recorded while auth was away is handed over when the page asks', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    world.onHandover.auth = failures['is away'];
    const webhook = await sendWebhook(world, await eventOf(world, paymentIntentId));
    expect(webhook.status).toBe(200);
    world.onHandover.auth = () => 'applied';
    const claim = { productId: hunt.productId, paymentIntentId };
    expect((await record(world, player, claim)).status).toBe(200);
    const copies = world.handed.auth.filter(({ key }) => key === hunt.productId);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(copies).toHaveLength(2);
  });

  test('with catalog and auth gone the charge is entered and the answer is 202', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    const alone = await world.startCopy({
      CATALOG_URL: 'http://127.0.0.1:1',
      AUTH_URL: 'http://127.0.0.1:1',
    });
    const claim = { productId: hunt.productId, paymentIntentId };
    const answer = await record(alone, player, claim);
    await alone.stop();
    expect(answer).toMatchObject({ status: 202, body: { status: 'completed', pending: true } });
    expect((await rowsOf(world, player)).events).toHaveLength(1);
  });
});

describe('money that comes too late or twice', () => {
  test('after the end it is recorded as rejected, tells nobody, and stays so', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: paymentIntentId } = await pay(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const claim = { productId: hunt.productId, paymentIntentId };
    const answer = await record(world, player, claim);
    world.offers.set(hunt.productId, hunt);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await record(world, player, claim)).toMatchObject({ status: 200, body: answer.body });
    const webhook = await sendWebhook(world, await eventOf(world, paymentIntentId));
    expect(webhook.status).toBe(200);

    const { purchases, events } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status)).toEqual(['rejected']);
    expect(events).toEqual([]);
    expect(world.handed.catalog.some(({ key }) => key === hunt.productId)).toBe(false);
    const line = world.log.map((text) => JSON.parse(text)).find(isRejectionOf(paymentIntentId));
    expect(line).toMatchObject({ level: 'error', purchaseId: purchases[0].id });
  });

  test('a second charge for one place is rejected, also when both arrive at once', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const first = await pay(world, player, hunt.productId);
    // As if the first attempt had been taken for canceled although Stripe charged it.
    await world.pool.query(`UPDATE payment_attempts SET state = 'canceled' WHERE user_id = $1`, [
      player.userId,
    ]);
    const second = await pay(world, player, hunt.productId);
    expect(second.id).not.toBe(first.id);
    const answers = await Promise.all(
      [first, second, first, second].map(({ id: paymentIntentId }, index) =>
        record({ url: world.copies[index % 2]?.url ?? '' }, player, {
          productId: hunt.productId,
          paymentIntentId,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { purchases, events } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status).sort()).toEqual(['completed', 'rejected']);
    expect(events).toHaveLength(1);
  });
});

function isRejectionOf(paymentIntentId: string) {
  return (line: Record<string, unknown>) =>
    line['msg'] === 'purchase.rejected' && line['paymentIntentId'] === paymentIntentId;
}
