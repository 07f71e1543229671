import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  eventOf,
  type Harness,
  intentIdOf,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('P-1.2 an intent that grants no membership', () => {
  test('P-1.2 unpaid gets 402, also after a declined card', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { body } = await begin(harness, player, hunt.productId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId: intentIdOf(body) };
    expect((await record(harness, player, purchaseBody)).status).toBe(402);
    await expect(
      pay(harness, player, hunt.productId, 'pm_card_visa_chargeDeclined'),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect((await record(harness, player, purchaseBody)).status).toBe(402);
    expect((await rowsOf(harness, player)).purchases).toEqual([]);
  });

  test('P-1.2 of another user gets 403, before and after it is recorded', async () => {
    const [owner, thief, hunt] = [newPlayer(), newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, owner, hunt.productId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    expect((await record(harness, thief, purchaseBody)).status).toBe(403);
    expect((await rowsOf(harness, owner)).purchases).toEqual([]);
    expect((await record(harness, owner, purchaseBody)).status).toBe(200);
    expect((await record(harness, thief, purchaseBody)).status).toBe(403);
    expect((await rowsOf(harness, thief)).purchases).toEqual([]);
  });

  test('P-1.2 for another hunt gets 409, before and after it is recorded', async () => {
    const [player, hunt, dearer] = [
      newPlayer(),
      harness.addHunt(),
      harness.addHunt({ priceCents: 5000 }),
    ];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const wrong = { productId: dearer.productId, paymentIntentId };
    expect((await record(harness, player, wrong)).status).toBe(409);
    expect((await rowsOf(harness, player)).purchases).toEqual([]);
    await record(harness, player, { productId: hunt.productId, paymentIntentId });
    expect((await record(harness, player, wrong)).status).toBe(409);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
  });

  test('P-1.2 unknown gets 404, and a malformed id is not sent to Stripe', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const purchaseBody = { productId: hunt.productId, paymentIntentId: 'pi_unknown' };
    expect((await record(harness, player, purchaseBody)).status).toBe(404);
    const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    for (const paymentIntentId of [
      '..',
      'pi_1/../../charges',
      'ch_1',
      'pi_1?x=1',
      'pi_',
      'pi_1_secret_2',
    ]) {
      const answer = await record(cutOff, player, { ...purchaseBody, paymentIntentId });
      expect(answer.status, paymentIntentId).toBe(404);
    }
    await cutOff.stop();
  });

  const forged = {
    cheaper: { amount: 50, currency: 'usd' },
    'in another currency': { amount: 2000, currency: 'jpy' },
    'with the right amount, but without an attempt': { amount: 2000, currency: 'usd' },
  };

  test.each(Object.entries(forged))('P-1.2 %s is refused by page and webhook', async (_, money) => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { body } = await begin(harness, player, hunt.productId);
    const real = await harness.sandbox.stripe.paymentIntents.retrieve(intentIdOf(body));
    for (const metadata of [real.metadata, { ...real.metadata, attemptId: 'other' }]) {
      const intent = await harness.sandbox.stripe.paymentIntents.create({
        ...money,
        metadata,
        confirm: true,
        payment_method: 'pm_card_visa',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      const purchaseBody = { productId: hunt.productId, paymentIntentId: intent.id };
      expect((await record(harness, player, purchaseBody)).status).toBe(409);
      const webhook = await sendWebhook(harness, await eventOf(harness, intent.id));
      expect(webhook.status).toBe(200);
    }
    const { purchases, events } = await rowsOf(harness, player);
    expect({ purchases, events }).toEqual({ purchases: [], events: [] });
  });

  test('P-1.2 changed at Stripe in amount or user is refused', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    for (const [column, wrong] of [
      ['amount_cents', 2001],
      ['currency', 'EUR'],
    ] as const) {
      const { attempts } = await rowsOf(harness, player);
      const set = (value: unknown) =>
        harness.pool.query(`UPDATE payment_attempts SET ${column} = $1 WHERE user_id = $2`, [
          value,
          player.userId,
        ]);
      await set(wrong);
      expect((await record(harness, player, purchaseBody)).status, column).toBe(409);
      await set(attempts[0][column]);
    }
    expect((await rowsOf(harness, player)).purchases).toEqual([]);
    expect((await record(harness, player, purchaseBody)).status).toBe(200);
  });
});
