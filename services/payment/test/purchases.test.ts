import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventOf,
  type Harness,
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

describe('recording a purchase', () => {
  test('commits purchase and event together and hands the event over before the response', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const answer = await record(harness, player, { productId: hunt.productId, paymentIntentId });

    const { purchases, events, attempts } = await rowsOf(harness, player);
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
      card: { brand: 'visa', last4: '4242' },
      productId: hunt.productId,
      version: 1,
      status: 'completed',
      grantsMembership: true,
      productTitle: hunt.title,
      handle: hunt.handle,
      region: hunt.region,
      amountCents: 2000,
      currency: 'USD',
      bonusCents: 1000,
      paymentIntentId,
      receiptNumber: purchases[0].receipt_number,
      recordedAt: purchases[0].created_at.toISOString(),
      // Stripe's timestamps are whole seconds.
      paidAt: expect.stringMatching(/:\d\d\.000Z$/),
    });
    for (const receiver of [harness.handed.catalog, harness.handed.auth]) {
      const copies = receiver.filter(({ key }) => key === player.userId);
      expect(copies).toEqual([expect.objectContaining({ id: events[0].id, data: events[0].data })]);
    }
  });

  test('keeps title, handle, region, bonus and price of the attempt', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, {
      ...hunt,
      title: 'Renamed',
      handle: 'renamed',
      region: 'Ohio',
      bonusCents: 1,
      priceCents: 9900,
    });
    await record(harness, player, { productId: hunt.productId, paymentIntentId });
    const { body } = await call(`${harness.url}/internal/users/${player.userId}/purchases`, {
      isInternal: true,
    });
    expect(body).toEqual({
      purchases: [
        {
          id: expect.any(String),
          receipt_number: expect.stringMatching(/^CRN-20\d\d-\d{6}$/),
          product_id: hunt.productId,
          product_title: hunt.title,
          handle: hunt.handle,
          type: 'hunt',
          region: 'Vermont',
          price_amount: 20,
          price_currency: 'USD',
          created_at: expect.stringMatching(/Z$/),
          status: 'completed',
          refunded_at: null,
          stripe_payment_intent_id: paymentIntentId,
        },
      ],
    });
  });

  test.each([
    ['pm_card_amex', { brand: 'amex', last4: '0005' }],
    ['pm_card_mastercard_debit', { brand: 'mastercard', last4: '8210' }],
  ])('returns the card to the buyer: %s', async (name, card) => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId, name);
    await record(harness, player, { productId: hunt.productId, paymentIntentId });
    const { body } = await call(`${harness.url}/api/account/purchases`, { token: player.token });
    expect(body).toMatchObject({ purchases: [{ card }] });
  });

  test('lists purchases newest first, for internal callers only', async () => {
    const player = newPlayer();
    const hunts = [harness.addHunt(), harness.addHunt(), harness.addHunt()];
    for (const { productId } of hunts) {
      const { id: paymentIntentId } = await pay(harness, player, productId);
      await record(harness, player, { productId, paymentIntentId });
    }
    const url = `${harness.url}/internal/users/${player.userId}/purchases`;
    const { body } = await call(url, { isInternal: true });
    const { purchases } = body as { purchases: { product_id: string }[] };
    expect(purchases.map(({ product_id }) => product_id)).toEqual(
      hunts.map(({ productId }) => productId).reverse(),
    );
    expect((await call(url, { token: player.token })).status).toBe(403);
  });

  test('requires a session', async () => {
    const json = { productId: 'x', paymentIntentId: 'pi_x' };
    expect((await call(`${harness.url}/api/record-purchase`, { json })).status).toBe(401);
    const intent = { productId: 'x', productType: 'hunt' };
    const url = `${harness.url}/api/create-payment-intent`;
    expect((await call(url, { json: intent })).status).toBe(401);
  });
});

describe('P-1.2 record-purchase before, after, during or without the webhook', () => {
  const orders = {
    before: async (recordCall: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await recordCall();
      await webhook();
    },
    after: async (recordCall: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await webhook();
      await recordCall();
    },
    during: async (recordCall: () => Promise<unknown>, webhook: () => Promise<unknown>) => {
      await Promise.all([
        webhook(),
        recordCall(),
        webhook(),
        recordCall(),
        recordCall(),
        webhook(),
      ]);
    },
    without: async (recordCall: () => Promise<unknown>) => {
      await recordCall();
    },
  };

  test.each(Object.entries(orders))(
    'P-1.2 %s: one effect, the same response',
    async (_, inOrder) => {
      const [player, hunt] = [newPlayer(), harness.addHunt()];
      const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
      const event = await eventOf(harness, paymentIntentId);
      const purchaseBody = { productId: hunt.productId, paymentIntentId };
      let turn = 0;
      const next = () => harness.copies[turn++ % 2]?.url ?? '';
      await inOrder(
        async () => expect((await record({ url: next() }, player, purchaseBody)).status).toBe(200),
        async () => expect((await sendWebhook(harness, event, { url: next() })).status).toBe(200),
      );

      const { purchases, events } = await rowsOf(harness, player);
      expect(purchases).toHaveLength(1);
      expect(events).toHaveLength(1);
      const again = await record(harness, player, purchaseBody);
      expect(again).toMatchObject({
        status: 200,
        body: { purchaseId: purchases[0].id, status: 'completed' },
      });
      const ids = new Set(
        [...harness.handed.catalog, ...harness.handed.auth]
          .filter(({ key }) => key === player.userId)
          .map(({ id }) => id),
      );
      expect([...ids]).toEqual([events[0].id]);
    },
  );
});
