import { userDeleted } from '@cairn/contracts/events/users.ts';
import { exportPayments } from '@cairn/contracts/internal/payment.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, refund } from './bought.ts';
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

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('P-4.6 a user who is gone', () => {
  it('leaves the purchase in the books, as it was but for the card', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intent = await pay(harness, player, hunt.productId);
    await record(harness, player, { productId: hunt.productId, paymentIntentId: intent.id });
    const before = await rowsOf(harness, player);
    await forget(player);
    const after = await rowsOf(harness, player);
    const [{ recorded_event: told, ...kept }] = before.purchases;
    const { card, ...data } = told.data;
    expect([kept.card_last4, card]).toEqual(['4242', { brand: 'visa', last4: '4242' }]);
    expect(after.purchases).toEqual([
      { ...kept, card_brand: null, card_last4: null, recorded_event: { ...told, data } },
    ]);
    expect(after.purchases).toMatchObject([{ status: 'completed', amount_cents: 2000 }]);
  });

  it('has nothing open to pay, and cannot begin anew', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await begin(harness, player, hunt.productId);
    await forget(player);
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ state: 'canceled' }]);
    expect((await begin(harness, player, hunt.productId)).status).toBe(401);
    expect((await rowsOf(harness, player)).attempts).toHaveLength(1);
  });

  it('has what it had begun to pay canceled at Stripe, also where Stripe is away at first', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await forget(player);
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

  it('gets its money back where it was paid before it could be canceled, untold by anybody', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await forget(player);
    await harness.sandbox.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
    });
    await cancelDue();
    await harness.contexts[0]?.refunds.makeDue();
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases).toMatchObject([{ status: 'rejected', refunded_at: expect.any(Date) }]);
    expect(events).toEqual([]);
  });

  it('is not held up by an intent that Stripe does not know', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await begin(harness, player, hunt.productId);
    await harness.pool.query(
      `UPDATE payment_attempts SET stripe_payment_intent_id = 'pi_gone' WHERE user_id = $1`,
      [player.userId],
    );
    await forget(player);
    await cancelDue();
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ cancel_due_at: null }]);
  });

  it('gets no place by a charge that is told late: the money is to go back', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { body } = await begin(harness, player, hunt.productId);
    await forget(player);
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
    await forget(bought.player);
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

  it('is nobody else', async () => {
    const [gone, stays, hunt] = [newPlayer(), newPlayer(), harness.addHunt()];
    await begin(harness, stays, hunt.productId);
    await forget(gone);
    expect((await rowsOf(harness, stays)).attempts).toMatchObject([{ state: 'open' }]);
  });
});

describe('the payments for an export', () => {
  it('are purchases and tries of the user, without what a card provider may know', async () => {
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

/** What the two copies' repetition does, when the time of all that is due has come. */
async function cancelDue(): Promise<void> {
  await harness.pool.query(
    'UPDATE payment_attempts SET cancel_due_at = now() WHERE cancel_due_at IS NOT NULL',
  );
  await Promise.all(harness.contexts.map(({ cancellations }) => cancellations.makeDue()));
}

async function forget({ userId }: Player): Promise<void> {
  const deletedAt = new Date().toISOString();
  const json = makeEvent(userDeleted, { userId, version: 2, deletedAt });
  const { body } = await call(`${harness.url}/internal/events`, { isInternal: true, json });
  expect(body).toEqual({ outcome: 'applied' });
}
