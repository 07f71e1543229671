import { huntCancelled } from '@cairn/contracts/events/hunts.ts';
import { getHuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import type { Offer } from '@cairn/contracts/internal/catalog.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  type Harness,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';
import { type PurchaseFixture, processDueOnBoth, reversalEvents } from './purchase-fixtures.ts';

const REASON = 'The river has washed out the road.';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(() => harness.stop());

describe('a hunt that is called off', () => {
  test('P-1.6 refunds every member once, on two copies, and no member of another hunt', async () => {
    const [hunt, other] = [harness.addHunt(), harness.addHunt()];
    const members: PurchaseFixture[] = [];
    for (let index = 0; index < 12; index += 1) members.push(await join(hunt));
    const bystander = await join(other);
    expect(await readRefunds(hunt)).toMatchObject({
      cancelled_at: null,
      finished_at: null,
      members: 12,
      members_amount: 240,
      open_payments: 0,
      problems: [],
    });
    const { event, cancelledAt } = await cancel(hunt);
    await deliver(event);
    await Promise.all([...sweeps(), ...sweeps()]);
    expect(await readRefunds(hunt)).toMatchObject({
      cancelled_at: cancelledAt,
      finished_at: null,
      members: 0,
      pending: 12,
    });
    await refundAll(hunt);
    expect(await readRefunds(hunt)).toMatchObject({
      finished_at: expect.any(String),
      members: 0,
      pending: 0,
      refunded: 12,
      refunded_amount: 240,
      failed: 0,
      problems: [],
    });
    for (const member of members) {
      expect(await refundsAtStripe(member)).toEqual(['succeeded']);
      const { events } = await rowsOf(harness, member.player);
      expect(events.map(({ data }) => [data.outcome, data.cancellation])).toEqual([
        [undefined, undefined],
        ['pending', { reason: REASON }],
        ['succeeded', { reason: REASON }],
      ]);
    }
    expect(await refundsAtStripe(bystander)).toEqual([]);
    expect((await rowsOf(harness, bystander.player)).purchases).toMatchObject([
      { status: 'completed' },
    ]);
  });

  test('refunds a charge that is recorded after the event although catalog called the hunt active', async () => {
    const hunt = harness.addHunt();
    const intent = await charge(hunt);
    await cancel(hunt);
    await sweep();
    const late = await recordCharge(hunt, intent);
    expect(await statusOf(late)).toBe('completed');
    await refundAll(hunt);
    expect(await refundsAtStripe(late)).toEqual(['succeeded']);
    expect(await readRefunds(hunt)).toMatchObject({ refunded: 1, late: 0 });
  });

  test('rejects and refunds a charge that arrives later', async () => {
    const hunt = harness.addHunt();
    const intent = await charge(hunt);
    await cancel(hunt);
    harness.offers.set(hunt.productId, { ...hunt, status: 'cancelled' });
    const late = await recordCharge(hunt, intent);
    expect(await statusOf(late)).toBe('rejected');
    await processDueOnBoth(harness);
    expect(await refundsAtStripe(late)).toEqual(['succeeded']);
    expect(await readRefunds(hunt)).toMatchObject({ refunded: 0, late: 1 });
    expect((await begin(harness, newPlayer(), hunt.productId)).status).toBe(409);
  });

  test('refunds a disputed purchase once the dispute is won', async () => {
    const hunt = harness.addHunt();
    const member = await join(hunt);
    const disputeId = await harness.sandbox.dispute(member.intentId);
    await receiveReversals(member);
    await cancel(hunt);
    await refundAll(hunt);
    expect(await readRefunds(hunt)).toMatchObject({
      disputed: 1,
      refunded: 0,
      problems: [{ purchase_id: member.purchaseId, status: 'disputed', amount: 20 }],
    });
    await harness.sandbox.closeDispute(disputeId, 'won');
    await receiveReversals(member);
    await refundAll(hunt);
    expect(await refundsAtStripe(member)).toEqual(['succeeded']);
    expect(await readRefunds(hunt)).toMatchObject({ disputed: 0, refunded: 1, problems: [] });
  });

  test('lists a refund that the bank refused, and does not repeat it', async () => {
    const hunt = harness.addHunt();
    const member = await join(hunt, 'pm_card_pendingRefund');
    await cancel(hunt);
    await refundAll(hunt);
    const [pending] = await listRefunds(member);
    await harness.sandbox.settleRefund(pending?.id ?? '', 'failed');
    await receiveReversals(member);
    await refundAll(hunt);
    expect(await refundsAtStripe(member)).toEqual(['failed']);
    expect(await readRefunds(hunt)).toMatchObject({
      failed: 1,
      members: 0,
      finished_at: expect.any(String),
      problems: [{ purchase_id: member.purchaseId, user_id: member.player.userId }],
    });
  });
});

async function charge(hunt: Offer, card?: string) {
  const player = newPlayer();
  return { player, intent: await pay(harness, player, hunt.productId, card) };
}

async function recordCharge(
  { productId }: Offer,
  { player, intent }: Awaited<ReturnType<typeof charge>>,
): Promise<PurchaseFixture> {
  await record(harness, player, { productId, paymentIntentId: intent.id });
  const { purchases } = await rowsOf(harness, player);
  return { player, intentId: intent.id, purchaseId: purchases[0].id };
}

async function join(hunt: Offer, card?: string): Promise<PurchaseFixture> {
  return recordCharge(hunt, await charge(hunt, card));
}

async function cancel({ productId: huntId, handle, title }: Offer) {
  const cancelledAt = new Date().toISOString();
  const event = makeEvent(huntCancelled, { huntId, handle, title, reason: REASON, cancelledAt });
  await deliver(event);
  return { event, cancelledAt };
}

async function deliver(event: object): Promise<void> {
  const answer = await call(`${harness.url}/internal/events`, { isInternal: true, json: event });
  expect(answer.status).toBe(200);
}

function sweeps(): Promise<unknown>[] {
  return harness.contexts.slice(0, 2).map(({ cancelledHunts }) => cancelledHunts.requestRefunds());
}

async function sweep(): Promise<void> {
  await Promise.all(sweeps());
}

async function refundAll(hunt: Offer): Promise<void> {
  await sweep();
  for (let round = 0; round < 5; round += 1) {
    await processDueOnBoth(harness);
    if ((await readRefunds(hunt)).pending === 0) return;
  }
}

async function readRefunds({ productId }: Offer) {
  const url = `${harness.url}/api/admin/hunts/${productId}/refunds`;
  const { status, body } = await call(url, { token: adminToken() });
  expect(status).toBe(200);
  return getHuntRefunds.answer.parse(body);
}

async function statusOf({ player }: PurchaseFixture): Promise<string> {
  return (await rowsOf(harness, player)).purchases[0].status;
}

async function listRefunds({ intentId }: PurchaseFixture): Promise<Stripe.Refund[]> {
  return (await harness.sandbox.stripe.refunds.list({ payment_intent: intentId })).data;
}

async function refundsAtStripe(member: PurchaseFixture): Promise<(string | null)[]> {
  return (await listRefunds(member)).map(({ status }) => status);
}

async function receiveReversals(member: PurchaseFixture): Promise<void> {
  for (const event of await reversalEvents(harness, member)) await sendWebhook(harness, event);
}
