import { call } from '@cairn/testing/http.ts';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
import {
  buy,
  buyTwice,
  processDueOnBoth,
  publishedEvents,
  refund,
  refundsOf,
  reversalEvents,
  statusOf,
} from './purchase-fixtures.ts';

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

describe('P-1.6 a reversal at Stripe', () => {
  test('P-1.6 refund whose events arrive in any order, 10 times each, concurrently', async () => {
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
    expect(await publishedEvents(harness, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('P-1.6 refund event before the purchase is recorded: recorded and refunded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: intentId } = await pay(harness, player, hunt.productId);
    await harness.sandbox.stripe.refunds.create({ payment_intent: intentId });
    const bought = { player, intentId, purchaseId: '' };
    const [event] = await reversalEvents(harness, bought);
    await sendWebhook(harness, event as Stripe.Event);
    await sendWebhook(harness, await eventOf(harness, intentId));
    const { purchases } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['refunded']);
    expect(await publishedEvents(harness, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded succeeded 2',
    ]);
  });

  test('partial refund changes nothing', async () => {
    const bought = await buy(harness);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1999 });
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('completed');
    expect(await publishedEvents(harness, bought)).toHaveLength(1);
    await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1 });
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('refunded');
  });

  test.each([
    ['won', 'completed'],
    ['lost', 'disputed'],
  ] as const)(
    'P-1.6 dispute that is %s sets status %s, with its events newest first',
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
      expect((await publishedEvents(harness, bought)).slice(1)).toEqual([
        'purchase.disputed open 2',
        `purchase.disputed ${outcome} 3`,
      ]);
    },
  );

  test('P-1.6 a read that is applied after a later read changes nothing', async () => {
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

  test('a refund that fails after a new purchase of the hunt is logged and changes nothing', async () => {
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
    expect(harness.log.join('')).toContain('purchase.refund_failed_after_new_membership');
  });
});

describe('a rejected purchase', () => {
  test('is refunded once by two copies and stays rejected', async () => {
    const bought = await buyTwice(harness);
    expect(await publishedEvents(harness, bought)).toContain('purchase.rejected  1');
    expect(await refundsOf(harness, bought)).toEqual([]);
    await processDueOnBoth(harness);
    await processDueOnBoth(harness);
    expect((await refundsOf(harness, bought)).map(({ amount }) => amount)).toEqual([2000]);
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('rejected');
    const { purchases } = await rowsOf(harness, bought.player);
    const row = purchases.find(({ id }) => id === bought.purchaseId);
    expect(row.refunded_at).toBeInstanceOf(Date);
    expect(
      (await publishedEvents(harness, bought)).filter((line) => /refunded|disputed/.test(line)),
    ).toEqual([]);
  });

  test('cannot be refunded by an admin', async () => {
    const bought = await buyTwice(harness);
    expect((await refund(harness, bought.purchaseId)).status).toBe(409);
  });

  test('is published with its reason and refunded after the end of the hunt', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: intentId } = await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const purchaseBody = { productId: hunt.productId, paymentIntentId: intentId };
    const answer = await record(harness, player, purchaseBody);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const { events } = await rowsOf(harness, player);
    expect(events.map(({ data }) => data.cause)).toEqual(['late']);
    await processDueOnBoth(harness);
    expect(await refundsOf(harness, { player, intentId, purchaseId: '' })).toHaveLength(1);
    expect(await record(harness, player, purchaseBody)).toEqual(
      expect.objectContaining({ status: 200, body: answer.body }),
    );
  });
});

test('a user lists own purchases newest first, with receipt fields', async () => {
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
          receipt_number: expect.stringMatching(/^CRN-20\d\d-\d{6}$/),
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
