import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

afterAll(async () => {
  await world.stop();
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
    for (const paymentIntentId of [
      '..',
      'pi_1/../../charges',
      'ch_1',
      'pi_1?x=1',
      'pi_',
      'pi_1_secret_2',
    ]) {
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
