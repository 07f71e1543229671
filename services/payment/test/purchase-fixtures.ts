import { type Answer, call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import type Stripe from 'stripe';
import { type Harness, newPlayer, type Player, pay, record, rowsOf } from './harness.ts';

export type PurchaseFixture = { player: Player; intentId: string; purchaseId: string };

export async function buy(harness: Harness, card?: string): Promise<PurchaseFixture> {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const { id: intentId } = await pay(harness, player, hunt.productId, card);
  await record(harness, player, { productId: hunt.productId, paymentIntentId: intentId });
  const { purchases } = await rowsOf(harness, player);
  return { player, intentId, purchaseId: purchases[0].id };
}

/** Pays a second attempt before the first charge is recorded; returns the rejected purchase. */
export async function buyTwice(harness: Harness): Promise<PurchaseFixture> {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const first = await pay(harness, player, hunt.productId);
  const succeeded = `UPDATE payment_attempts SET state = 'canceled' WHERE user_id = $1`;
  await harness.pool.query(succeeded, [player.userId]);
  const second = await pay(harness, player, hunt.productId);
  for (const { id } of [first, second]) {
    await record(harness, player, { productId: hunt.productId, paymentIntentId: id });
  }
  const { purchases } = await rowsOf(harness, player);
  const rejected = purchases.find(({ status }) => status === 'rejected');
  return { player, intentId: second.id, purchaseId: rejected.id };
}

export function refund(
  harness: Harness,
  purchaseId: string,
  { adminId, key, url = harness.url }: { adminId?: string; key?: string; url?: string } = {},
): Promise<Answer> {
  return call(`${url}/api/admin/purchases/${purchaseId}/refund`, {
    json: { reason: 'Asked by mail' },
    token: adminToken(adminId),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
}

export async function publishedEvents(
  harness: Harness,
  { player }: PurchaseFixture,
): Promise<string[]> {
  const { events } = await rowsOf(harness, player);
  return events.map(({ type, data }) => [type, data.outcome, data.version].join(' '));
}

export async function statusOf(
  harness: Harness,
  { player, purchaseId }: PurchaseFixture,
): Promise<string> {
  const { purchases } = await rowsOf(harness, player);
  return purchases.find(({ id }) => id === purchaseId).status;
}

export function refundsOf(
  harness: Harness,
  { intentId }: PurchaseFixture,
): Promise<Stripe.Refund[]> {
  return harness.sandbox.stripe.refunds.list({ payment_intent: intentId }).then(({ data }) => data);
}

/** All Stripe events about refunds and disputes of the charge, oldest first. */
export async function reversalEvents(
  harness: Harness,
  { intentId }: PurchaseFixture,
): Promise<Stripe.Event[]> {
  const all = await harness.sandbox.stripe.events.list({ limit: 100 });
  return all.data
    .filter(
      ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intentId,
    )
    .filter(({ type }) => /refund|dispute/.test(type))
    .toReversed();
}

/** Makes every open refund request due and processes them on both copies concurrently. */
export async function processDueOnBoth(harness: Harness): Promise<void> {
  await harness.pool.query('UPDATE refund_requests SET next_try_at = now()');
  await Promise.all(harness.contexts.slice(0, 2).map(({ refunds }) => refunds.processDue()));
}
