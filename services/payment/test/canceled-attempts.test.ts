import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { userUpdated } from '@cairn/contracts/events/users.ts';
import type { Offer } from '@cairn/contracts/internal/catalog.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { processDueOnBoth } from './purchase-fixtures.ts';

const RAISED = 50_000;

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('P-1.9 a price change', () => {
  test('P-1.9 cancels open attempts at Stripe, of every user of the hunt and no other', async () => {
    const [hunt, other] = [harness.addHunt(), harness.addHunt()];
    const players = Array.from({ length: 12 }, newPlayer);
    const intentIds: string[] = [];
    for (const player of players) {
      intentIds.push(intentIdOf((await begin(harness, player, hunt.productId)).body));
    }
    const bystander = newPlayer();
    const kept = intentIdOf((await begin(harness, bystander, other.productId)).body);
    await changeHunt(hunt, { priceCents: RAISED });
    await cancelDue();
    for (const intentId of intentIds) expect(await statusAtStripe(intentId)).toBe('canceled');
    expect(await statusAtStripe(kept)).toBe('requires_payment_method');
    expect((await rowsOf(harness, players[0] ?? bystander)).attempts).toMatchObject([
      { state: 'canceled', cancel_reason: 'price_changed' },
    ]);
  });

  test('P-1.9 an unchanged price, an older version or a newer attempt cancels nothing', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt({ version: 7 })];
    await begin(harness, player, hunt.productId);
    await publishHunt({ ...hunt, title: 'New title', version: 8 });
    await publishHunt({ ...hunt, priceCents: RAISED, version: 6 });
    expect((await rowsOf(harness, player)).attempts).toMatchObject([{ state: 'open' }]);
  });

  test('P-1.9 a charge between the change and the cancellation buys while the attempt is young', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intent = await pay(harness, player, hunt.productId);
    await changeHunt(hunt, { priceCents: RAISED });
    await cancelDue();
    const purchaseBody = { productId: hunt.productId, paymentIntentId: intent.id };
    expect((await record(harness, player, purchaseBody)).body).toMatchObject({
      status: 'completed',
    });
  });

  test('P-1.9 a charge for the old price of an attempt older than 30 minutes is refunded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await age(player, 31);
    harness.offers.set(hunt.productId, { ...hunt, priceCents: RAISED });
    await confirm(intentId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId: intentId };
    expect(await record(harness, player, purchaseBody)).toMatchObject({
      status: 200,
      body: { status: 'rejected' },
    });
    await expectRefunded(player, intentId, 'price_changed');
  });

  test('P-1.9 a charge after the cancellation is refunded, however young the attempt', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await changeHunt(hunt, { priceCents: RAISED });
    // The attempt was canceled here a minute ago; Stripe was unreachable.
    await harness.pool.query(
      `UPDATE payment_attempts SET canceled_at = canceled_at - interval '1 minute'
       WHERE user_id = $1`,
      [player.userId],
    );
    await confirm(intentId);
    // Also after the price has changed back.
    await changeHunt(hunt, {});
    expect((await sendWebhook(harness, await eventOf(harness, intentId))).status).toBe(200);
    await expectRefunded(player, intentId, 'price_changed');
  });

  test('P-1.9 begin gives a new intent at the new price after the old charge was rejected', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await age(player, 31);
    await confirm(intentId);
    harness.offers.set(hunt.productId, { ...hunt, priceCents: RAISED });
    const next = intentIdOf((await begin(harness, player, hunt.productId)).body);
    const { amount } = await harness.sandbox.stripe.paymentIntents.retrieve(next);
    expect(amount).toBe(RAISED);
    await expectRefunded(player, intentId, 'price_changed');
  });

  test.each(['complete', 'upcoming'] as const)(
    'P-1.9 a hunt that becomes %s: its open attempts are canceled',
    async (status) => {
      const [player, hunt] = [newPlayer(), harness.addHunt()];
      const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
      await changeHunt(hunt, { status });
      await cancelDue();
      expect(await statusAtStripe(intentId)).toBe('canceled');
      expect((await rowsOf(harness, player)).attempts).toMatchObject([
        { cancel_reason: 'hunt_closed' },
      ]);
    },
  );
});

describe('P-1.9 a suspended user', () => {
  test('P-1.9 has open attempts canceled at Stripe', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await suspend(player);
    await cancelDue();
    expect(await statusAtStripe(intentId)).toBe('canceled');
  });

  test('P-1.9 a charge that auth calls suspended is refunded, before the event arrives', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    harness.suspended.add(player.userId);
    await confirm(intentId);
    expect((await sendWebhook(harness, await eventOf(harness, intentId))).status).toBe(200);
    await expectRefunded(player, intentId, 'user_suspended');
  });

  test('P-1.9 a charge is refunded while auth is down, after the event', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    await suspend(player);
    await confirm(intentId);
    const cutOff = await harness.startCopy({ AUTH_URL: 'http://127.0.0.1:1' });
    await sendWebhook(harness, await eventOf(harness, intentId), { url: cutOff.url });
    await cutOff.stop();
    await expectRefunded(player, intentId, 'user_suspended');
  });
});

/** Changes the offer and publishes the event, as catalog does. */
async function changeHunt(hunt: Offer, changes: Partial<Offer>): Promise<void> {
  const changed = { ...hunt, ...changes };
  harness.offers.set(hunt.productId, changed);
  versions += 1;
  await publishHunt({ ...changed, version: versions });
}

let versions = 100;

function publishHunt(offer: Offer): Promise<void> {
  return deliver(
    makeEvent(huntUpdated, {
      version: offer.version ?? 1,
      product: {
        id: offer.productId,
        type: 'hunt',
        handle: offer.handle,
        title: offer.title,
        region: offer.region,
        description: '',
        status: offer.status,
        base_value: 1000,
        purchase_bonus: 0,
        price_amount: offer.priceCents / 100,
        price_currency: offer.currency,
        hidden_at: null,
        commitment: null,
        search_area: null,
        images: [],
        participants: 0,
      } as never,
    }),
  );
}

function suspend({ userId }: Player): Promise<void> {
  return deliver(
    makeEvent(userUpdated, {
      userId,
      version: 2,
      email: 'player@example.com',
      firstName: null,
      lastName: null,
      emailVerified: true,
      status: 'suspended',
    }),
  );
}

async function deliver(json: EventEnvelope): Promise<void> {
  const { body } = await call(`${harness.url}/internal/events`, { isInternal: true, json });
  expect(body).toEqual({ outcome: 'applied' });
}

async function cancelDue(): Promise<void> {
  await Promise.all(
    harness.contexts.slice(0, 2).map(({ cancellations }) => cancellations.processDue()),
  );
}

async function statusAtStripe(intentId: string): Promise<string> {
  return (await harness.sandbox.stripe.paymentIntents.retrieve(intentId)).status;
}

async function confirm(intentId: string): Promise<void> {
  const { paymentIntents } = harness.sandbox.stripe;
  await paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
}

async function age({ userId }: Player, minutes: number): Promise<void> {
  await harness.pool.query(
    `UPDATE payment_attempts SET created_at = now() - make_interval(mins => $2)
     WHERE user_id = $1`,
    [userId, minutes],
  );
}

async function expectRefunded(player: Player, intentId: string, reason: string): Promise<void> {
  await processDueOnBoth(harness);
  const { purchases, events } = await rowsOf(harness, player);
  const refunded = purchases.find((row) => row.stripe_payment_intent_id === intentId);
  expect(refunded).toMatchObject({ status: 'rejected', refunded_at: expect.any(Date) });
  expect(events.filter(({ type }) => type === 'purchase.rejected')).toMatchObject([
    { data: { purchaseId: refunded.id, reason } },
  ]);
}
