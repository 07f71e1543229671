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
  type Harness,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
  stripeEvents,
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

describe('P-1.6 what is done at Stripe', () => {
  test('P-1.6 a refund there, its events in any order, 10 times each, at once', async () => {
    const bought = await buy(harness);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const events = await reversalEvents(harness, bought);
    expect(events.length).toBeGreaterThan(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => events.toReversed())
        .flat()
        .map((event, index) =>
          sendWebhook(harness, event, { url: harness.copies[index % 2]?.url ?? '' }),
        ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(await told(harness, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('P-1.6 told before the purchase is recorded: recorded and refunded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: intentId } = await pay(harness, player, hunt.productId);
    await harness.sandbox.stripe.refunds.create({ payment_intent: intentId });
    const bought = { player, intentId, purchaseId: '' };
    const [event] = await reversalEvents(harness, bought);
    await sendWebhook(harness, event as Stripe.Event);
    await sendWebhook(harness, await eventOf(harness, intentId));
    const { purchases } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['refunded']);
    expect(await told(harness, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('a part of the money changes nothing', async () => {
    const bought = await buy(harness);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1999 });
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('completed');
    expect(await told(harness, bought)).toHaveLength(1);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1 });
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('refunded');
  });

  test.each([
    ['won', 'completed'],
    ['lost', 'disputed'],
  ] as const)(
    'P-1.6 a dispute that is %s ends %s, its events newest first',
    async (outcome, end) => {
      const bought = await buy(harness);
      const id = await harness.sandbox.dispute(bought.intentId);
      for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
      expect(await statusOf(harness, bought)).toBe('disputed');
      expect((await refund(harness, bought.purchaseId)).status).toBe(409);
      await harness.sandbox.closeDispute(id, outcome);
      for (const event of (await reversalEvents(harness, bought)).toReversed())
        await sendWebhook(harness, event);
      expect(await statusOf(harness, bought)).toBe(end);
      expect((await told(harness, bought)).slice(1)).toEqual([
        'purchase.disputed open 2',
        `purchase.disputed ${outcome} 3`,
      ]);
    },
  );

  test('P-1.6 a look that is written after a newer one changes nothing', async () => {
    const bought = await buy(harness);
    await harness.pool.query('UPDATE purchases SET look_applied = 1000 WHERE id = $1', [
      bought.purchaseId,
    ]);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const [event] = await reversalEvents(harness, bought);
    expect((await sendWebhook(harness, event as Stripe.Event)).status).toBe(200);
    expect(await statusOf(harness, bought)).toBe('completed');
    expect(await stripeEvents(harness, [event?.id ?? ''])).toHaveLength(1);
  });

  test('a refund that failed after its buyer joined anew is left to a person', async () => {
    const bought = await buy(harness, 'pm_card_pendingRefund');
    const { purchases } = await rowsOf(harness, bought.player);
    const made = await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    await harness.sandbox.settleRefund(made.id, 'succeeded');
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    const productId = purchases[0].product_id;
    const { id } = await pay(harness, bought.player, productId);
    await record(harness, bought.player, { productId, paymentIntentId: id });
    await harness.sandbox.settleRefund(made.id, 'failed');
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(harness.log.join('')).toContain('purchase.refund_undone_after_joining_anew');
  });
});

describe('money that came twice or too late', () => {
  test('goes back by itself, once, from two copies, and stays rejected', async () => {
    const bought = await buyTwice(harness);
    expect(await told(harness, bought)).toContain('purchase.rejected  1');
    expect(await refundsOf(harness, bought)).toEqual([]);
    await makeDueOnBoth(harness);
    await makeDueOnBoth(harness);
    expect((await refundsOf(harness, bought)).map(({ amount }) => amount)).toEqual([2000]);
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('rejected');
    const { purchases } = await rowsOf(harness, bought.player);
    const row = purchases.find(({ id }) => id === bought.purchaseId);
    expect(row.refunded_at).toBeInstanceOf(Date);
    expect((await told(harness, bought)).filter((line) => /refunded|disputed/.test(line))).toEqual(
      [],
    );
  });

  test('is not to be refunded by hand', async () => {
    const bought = await buyTwice(harness);
    expect((await refund(harness, bought.purchaseId)).status).toBe(409);
  });

  test('after the end of the hunt: rejected, told why, and sent back', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: intentId } = await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const claim = { productId: hunt.productId, paymentIntentId: intentId };
    const answer = await record(harness, player, claim);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const { events } = await rowsOf(harness, player);
    expect(events.map(({ data }) => data.cause)).toEqual(['late']);
    await makeDueOnBoth(harness);
    expect(await refundsOf(harness, { player, intentId, purchaseId: '' })).toHaveLength(1);
    expect(await record(harness, player, claim)).toEqual(
      expect.objectContaining({ status: 200, body: answer.body }),
    );
  });
});

test('one’s own purchases, newest first, with what a receipt shows', async () => {
  const bought = await buy(harness);
  await buy(harness);
  await refund(harness, bought.purchaseId);
  const url = `${harness.url}/api/account/purchases`;
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
