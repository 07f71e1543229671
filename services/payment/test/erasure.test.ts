import { userDeleted } from '@cairn/contracts/events/users.ts';
import { exportPayments } from '@cairn/contracts/internal/payment.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  begin,
  eventOf,
  intentIdOf,
  newPlayer,
  type Player,
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
afterAll(() => world.stop());

describe('P-4.6 a user who is gone', () => {
  it('leaves the purchase in the books, as it was', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const intent = await pay(world, player, hunt.productId);
    await record(world, player, { productId: hunt.productId, paymentIntentId: intent.id });
    const before = await rowsOf(world, player);
    await forget(player);
    const after = await rowsOf(world, player);
    expect(after.purchases).toEqual(before.purchases);
    expect(after.purchases).toMatchObject([{ status: 'completed', amount_cents: 2000 }]);
  });

  it('has nothing open to pay, and cannot begin anew', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await begin(world, player, hunt.productId);
    await forget(player);
    expect((await rowsOf(world, player)).attempts).toMatchObject([{ state: 'canceled' }]);
    expect((await begin(world, player, hunt.productId)).status).toBe(401);
    expect((await rowsOf(world, player)).attempts).toHaveLength(1);
  });

  it('gets no place by a charge that is told late: the money is to go back', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { body } = await begin(world, player, hunt.productId);
    await forget(player);
    const intentId = intentIdOf(body);
    await world.sandbox.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    expect((await sendWebhook(world, await eventOf(world, intentId))).status).toBe(200);
    const { purchases, events } = await rowsOf(world, player);
    expect(purchases).toMatchObject([{ status: 'rejected', stripe_payment_intent_id: intentId }]);
    expect(events).toEqual([]);
  });

  it('is nobody else', async () => {
    const [gone, stays, hunt] = [newPlayer(), newPlayer(), world.addHunt()];
    await begin(world, stays, hunt.productId);
    await forget(gone);
    expect((await rowsOf(world, stays)).attempts).toMatchObject([{ state: 'open' }]);
  });
});

describe('the payments for an export', () => {
  it('are purchases and tries of the user, without what a card provider may know', async () => {
    const [player, hunt, other] = [newPlayer(), world.addHunt(), world.addHunt()];
    const intent = await pay(world, player, hunt.productId);
    await record(world, player, { productId: hunt.productId, paymentIntentId: intent.id });
    await begin(world, player, other.productId);
    await begin(world, newPlayer(), hunt.productId);
    const path = exportPayments.path.replace(':userId', player.userId);
    const { body } = await call(world.url + path, { isInternal: true });
    expect(exportPayments.answer.parse(body)).toMatchObject({
      purchases: [{ product_id: hunt.productId, price_amount: 20, status: 'completed' }],
      attempts: [
        { product_id: other.productId, status: 'open' },
        { product_id: hunt.productId, status: 'succeeded', stripe_payment_intent_id: intent.id },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('_secret_');
  });
});

async function forget({ userId }: Player): Promise<void> {
  const deletedAt = new Date().toISOString();
  const json = makeEvent(userDeleted, { userId, version: 2, deletedAt });
  const { body } = await call(`${world.url}/internal/events`, { isInternal: true, json });
  expect(body).toEqual({ outcome: 'applied' });
}
