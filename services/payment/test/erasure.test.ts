import { userDeleted } from '@cairn/contracts/events/users.ts';
import { exportPayments } from '@cairn/contracts/internal/payment.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  begin,
  eventOf,
  type Harness,
  intentIdOf,
  newPlayer,
  type Player,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';
import { buy, refund } from './purchase-fixtures.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('P-4.6 a deleted user', () => {
  it('keeps the purchase without the card', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intent = await pay(harness, player, hunt.productId);
    await record(harness, player, { productId: hunt.productId, paymentIntentId: intent.id });
    const before = await rowsOf(harness, player);
    await eraseUser(player);
    const after = await rowsOf(harness, player);
    const [{ recorded_event: recordedEvent, ...kept }] = before.purchases;
    const { card, ...data } = recordedEvent.data;
    expect([kept.card_last4, card]).toEqual(['4242', { brand: 'visa', last4: '4242' }]);
    expect(after.purchases).toEqual([
      { ...kept, card_brand: null, card_last4: null, recorded_event: { ...recordedEvent, data } },
    ]);
    expect(after.purchases).toMatchObject([{ status: 'completed', amount_cents: 2000 }]);
  });

  it('has no open attempt and gets 401 for a new one', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await begin(harness, player, hunt.productId);
    await eraseUser(player);
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ state: 'canceled' }]);
    expect((await begin(harness, player, hunt.productId)).status).toBe(401);
    expect((await rowsOf(harness, player)).attempts).toHaveLength(1);
  });

  it('has the open intent canceled at Stripe, also after a failed first try', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await eraseUser(player);
    await harness.sandbox.setFaults({ status: 500 });
    await cancelDue();
    await harness.sandbox.clearFaults();
    const { paymentIntents } = harness.sandbox.stripe;
    expect((await paymentIntents.retrieve(intentId)).status).toBe('requires_payment_method');
    expect(harness.log.join('')).toContain('payment_attempt.cancellation_delayed');
    await cancelDue();
    expect((await paymentIntents.retrieve(intentId)).status).toBe('canceled');
    const late = paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    await expect(late).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ cancel_due_at: null }]);
  });

  it('gets a refund, without events, for a charge made before the cancellation', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await eraseUser(player);
    await harness.sandbox.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
    });
    await cancelDue();
    await harness.contexts[0]?.refunds.processDue();
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases).toMatchObject([{ status: 'rejected', refunded_at: expect.any(Date) }]);
    expect(events).toEqual([]);
  });

  it('has the cancellation closed for an intent that is missing at Stripe', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await begin(harness, player, hunt.productId);
    await harness.pool.query(
      `UPDATE payment_attempts SET stripe_payment_intent_id = 'pi_gone' WHERE user_id = $1`,
      [player.userId],
    );
    await eraseUser(player);
    await cancelDue();
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ cancel_due_at: null }]);
  });

  it('gets a rejected purchase for a charge whose webhook arrives later', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { body } = await begin(harness, player, hunt.productId);
    await eraseUser(player);
    const intentId = intentIdOf(body);
    await harness.sandbox.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
    });
    expect((await sendWebhook(harness, await eventOf(harness, intentId))).status).toBe(200);
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases).toMatchObject([{ status: 'rejected', stripe_payment_intent_id: intentId }]);
    expect(events).toEqual([]);
  });

  it('P-4.6 keeps no reason that staff wrote for a refund', async () => {
    const [bought, other] = [await buy(harness), await buy(harness)];
    for (const { purchaseId } of [bought, other]) await refund(harness, purchaseId);
    await eraseUser(bought.player);
    const { rows } = await harness.pool.query(
      'SELECT purchase_id, reason FROM refund_requests WHERE purchase_id = ANY($1)',
      [[bought.purchaseId, other.purchaseId]],
    );
    expect(new Map(rows.map((row) => [row.purchase_id, row.reason]))).toEqual(
      new Map([
        [bought.purchaseId, ''],
        [other.purchaseId, 'Asked by mail'],
      ]),
    );
  });

  it('has no effect on attempts of other users', async () => {
    const [gone, stays, hunt] = [newPlayer(), newPlayer(), harness.addHunt()];
    await begin(harness, stays, hunt.productId);
    await eraseUser(gone);
    expect((await rowsOf(harness, stays)).attempts).toMatchObject([{ state: 'open' }]);
  });
});

describe('payments for a data export', () => {
  it('contain the user’s purchases and attempts, without card data', async () => {
    const [player, hunt, other] = [newPlayer(), harness.addHunt(), harness.addHunt()];
    const intent = await pay(harness, player, hunt.productId);
    await record(harness, player, { productId: hunt.productId, paymentIntentId: intent.id });
    await begin(harness, player, other.productId);
    await begin(harness, newPlayer(), hunt.productId);
    const path = exportPayments.path.replace(':userId', player.userId);
    const { body } = await call(harness.url + path, { isInternal: true });
    expect(exportPayments.answer.parse(body)).toMatchObject({
      purchases: [
        {
          product_id: hunt.productId,
          price_amount: 20,
          status: 'completed',
          card: { last4: '4242' },
        },
      ],
      attempts: [
        { product_id: other.productId, status: 'open' },
        { product_id: hunt.productId, status: 'succeeded', stripe_payment_intent_id: intent.id },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('_secret_');
  });
});

/** Makes all cancellations due and processes them on both copies concurrently. */
async function cancelDue(): Promise<void> {
  await harness.pool.query(
    'UPDATE payment_attempts SET cancel_due_at = now() WHERE cancel_due_at IS NOT NULL',
  );
  await Promise.all(harness.contexts.map(({ cancellations }) => cancellations.processDue()));
}

async function eraseUser({ userId }: Player): Promise<void> {
  const deletedAt = new Date().toISOString();
  const json = makeEvent(userDeleted, { userId, version: 2, deletedAt });
  const { body } = await call(`${harness.url}/internal/events`, { isInternal: true, json });
  expect(body).toEqual({ outcome: 'applied' });
}
