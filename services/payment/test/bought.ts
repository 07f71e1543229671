import { type Answer, call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import type Stripe from 'stripe';
import { newPlayer, type Player, pay, record, rowsOf, type World } from './world.ts';

export type Bought = { player: Player; intentId: string; purchaseId: string };

export async function buy(world: World, card?: string): Promise<Bought> {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { id: intentId } = await pay(world, player, hunt.productId, card);
  await record(world, player, { productId: hunt.productId, paymentIntentId: intentId });
  const { purchases } = await rowsOf(world, player);
  return { player, intentId, purchaseId: purchases[0].id };
}

/** Paid once more while the first payment was not yet known, by an intent of an attempt of its own. */
export async function buyTwice(world: World): Promise<Bought> {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const first = await pay(world, player, hunt.productId);
  const succeeded = `UPDATE payment_attempts SET state = 'canceled' WHERE user_id = $1`;
  await world.pool.query(succeeded, [player.userId]);
  const second = await pay(world, player, hunt.productId);
  for (const { id } of [first, second]) {
    await record(world, player, { productId: hunt.productId, paymentIntentId: id });
  }
  const { purchases } = await rowsOf(world, player);
  const rejected = purchases.find(({ status }) => status === 'rejected');
  return { player, intentId: second.id, purchaseId: rejected.id };
}

export function refund(
  world: World,
  purchaseId: string,
  { adminId, key, url = world.url }: { adminId?: string; key?: string; url?: string } = {},
): Promise<Answer> {
  return call(`${url}/api/admin/purchases/${purchaseId}/refund`, {
    json: { reason: 'Asked by mail' },
    token: adminToken(adminId),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
}

export async function told(world: World, { player }: Bought): Promise<string[]> {
  const { events } = await rowsOf(world, player);
  return events.map(({ type, data }) => [type, data.outcome, data.version].join(' '));
}

export async function statusOf(world: World, { player, purchaseId }: Bought): Promise<string> {
  const { purchases } = await rowsOf(world, player);
  return purchases.find(({ id }) => id === purchaseId).status;
}

export function refundsOf(world: World, { intentId }: Bought): Promise<Stripe.Refund[]> {
  return world.sandbox.stripe.refunds.list({ payment_intent: intentId }).then(({ data }) => data);
}

/** Every event of Stripe on what became of the charge, oldest first. */
export async function reversalEvents(world: World, { intentId }: Bought): Promise<Stripe.Event[]> {
  const all = await world.sandbox.stripe.events.list({ limit: 100 });
  return all.data
    .filter(
      ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intentId,
    )
    .filter(({ type }) => /refund|dispute/.test(type))
    .toReversed();
}

/** What the two copies' repetition does, when the time of every open request has come. */
export async function makeDueOnBoth(world: World): Promise<void> {
  await world.pool.query('UPDATE refund_requests SET next_try_at = now()');
  await Promise.all(world.contexts.slice(0, 2).map(({ refunds }) => refunds.makeDue()));
}
