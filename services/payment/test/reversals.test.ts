import { call } from '@cairn/testing/http.ts';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  buy,
  buyTwice,
  makeDueOnBoth,
  refund,
  refundsOf,
  reversalEvents,
  statusOf,
  told,
} from './bought.ts';
import {
  eventOf,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startWorld,
  stripeEvents,
  type World,
} from './world.ts';

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

describe('P-1.6 what is done at Stripe', () => {
  test('P-1.6 a refund there, its events in any order, 10 times each, at once', async () => {
    const bought = await buy(world);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const events = await reversalEvents(world, bought);
    expect(events.length).toBeGreaterThan(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => events.toReversed())
        .flat()
        .map((event, index) =>
          sendWebhook(world, event, { url: world.copies[index % 2]?.url ?? '' }),
        ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(world, bought)).toBe('refunded');
    expect(await told(world, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('P-1.6 told before the purchase is recorded: recorded and refunded', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: intentId } = await pay(world, player, hunt.productId);
    await world.sandbox.stripe.refunds.create({ payment_intent: intentId });
    const bought = { player, intentId, purchaseId: '' };
    const [event] = await reversalEvents(world, bought);
    await sendWebhook(world, event as Stripe.Event);
    await sendWebhook(world, await eventOf(world, intentId));
    const { purchases } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status)).toEqual(['refunded']);
    expect(await told(world, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('a part of the money changes nothing', async () => {
    const bought = await buy(world);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1999 });
    for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
    expect(await statusOf(world, bought)).toBe('completed');
    expect(await told(world, bought)).toHaveLength(1);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1 });
    for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
    expect(await statusOf(world, bought)).toBe('refunded');
  });

  test.each([
    ['won', 'completed'],
    ['lost', 'disputed'],
  ] as const)(
    'P-1.6 a dispute that is %s ends %s, its events newest first',
    async (outcome, end) => {
      const bought = await buy(world);
      const id = await world.sandbox.dispute(bought.intentId);
      for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
      expect(await statusOf(world, bought)).toBe('disputed');
      expect((await refund(world, bought.purchaseId)).status).toBe(409);
      await world.sandbox.closeDispute(id, outcome);
      for (const event of (await reversalEvents(world, bought)).toReversed())
        await sendWebhook(world, event);
      expect(await statusOf(world, bought)).toBe(end);
      expect((await told(world, bought)).slice(1)).toEqual([
        'purchase.disputed open 2',
        `purchase.disputed ${outcome} 3`,
      ]);
    },
  );

  test('P-1.6 a look that is written after a newer one changes nothing', async () => {
    const bought = await buy(world);
    await world.pool.query('UPDATE purchases SET look_applied = 1000 WHERE id = $1', [
      bought.purchaseId,
    ]);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const [event] = await reversalEvents(world, bought);
    expect((await sendWebhook(world, event as Stripe.Event)).status).toBe(200);
    expect(await statusOf(world, bought)).toBe('completed');
    expect(await stripeEvents(world, [event?.id ?? ''])).toHaveLength(1);
  });

  test('a refund that failed after its buyer joined anew is left to a person', async () => {
    const bought = await buy(world, 'pm_card_pendingRefund');
    const { purchases } = await rowsOf(world, bought.player);
    const made = await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    await world.sandbox.settleRefund(made.id, 'succeeded');
    for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
    const productId = purchases[0].product_id;
    const { id } = await pay(world, bought.player, productId);
    await record(world, bought.player, { productId, paymentIntentId: id });
    await world.sandbox.settleRefund(made.id, 'failed');
    for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
    expect(await statusOf(world, bought)).toBe('refunded');
    expect(world.log.join('')).toContain('purchase.refund_undone_after_joining_anew');
  });
});

describe('money that came twice or too late', () => {
  test('goes back by itself, once, from two copies, and stays rejected', async () => {
    const bought = await buyTwice(world);
    expect(await told(world, bought)).toContain('purchase.rejected  1');
    expect(await refundsOf(world, bought)).toEqual([]);
    await makeDueOnBoth(world);
    await makeDueOnBoth(world);
    expect((await refundsOf(world, bought)).map(({ amount }) => amount)).toEqual([2000]);
    for (const event of await reversalEvents(world, bought)) await sendWebhook(world, event);
    expect(await statusOf(world, bought)).toBe('rejected');
    const { purchases } = await rowsOf(world, bought.player);
    const row = purchases.find(({ id }) => id === bought.purchaseId);
    expect(row.refunded_at).toBeInstanceOf(Date);
    expect((await told(world, bought)).filter((line) => /refunded|disputed/.test(line))).toEqual(
      [],
    );
  });

  test('is not to be refunded by hand', async () => {
    const bought = await buyTwice(world);
    expect((await refund(world, bought.purchaseId)).status).toBe(409);
  });

  test('after the end of the hunt: rejected, told why, and sent back', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: intentId } = await pay(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const claim = { productId: hunt.productId, paymentIntentId: intentId };
    const answer = await record(world, player, claim);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const { events } = await rowsOf(world, player);
    expect(events.map(({ data }) => data.cause)).toEqual(['late']);
    await makeDueOnBoth(world);
    expect(await refundsOf(world, { player, intentId, purchaseId: '' })).toHaveLength(1);
    expect(await record(world, player, claim)).toEqual(
      expect.objectContaining({ status: 200, body: answer.body }),
    );
  });
});

test('one’s own purchases, newest first, with what a receipt shows', async () => {
  const bought = await buy(world);
  await buy(world);
  await refund(world, bought.purchaseId);
  const url = `${world.url}/api/account/purchases`;
  expect((await call(url)).status).toBe(401);
  expect(await call(url, { token: bought.player.token })).toMatchObject({
    status: 200,
    body: {
      purchases: [
        {
          id: bought.purchaseId,
          receipt_number: bought.purchaseId,
          product_title: 'The Vermont Troll',
          price_amount: 20,
          price_currency: 'USD',
          status: 'refunded',
          refunded_at: expect.any(String),
        },
      ],
    },
  });
});
