import { randomUUID } from 'node:crypto';
import { type Answer, call } from '@cairn/testing/http.ts';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  eventOf,
  newPlayer,
  type Player,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startWorld,
  stripeEvents,
  type World,
} from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterEach(async () => {
  await world.sandbox.clearFaults();
});

afterAll(async () => {
  await world.stop();
});

type Bought = { player: Player; intentId: string; purchaseId: string };

async function buy(card?: string): Promise<Bought> {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { id: intentId } = await pay(world, player, hunt.productId, card);
  await record(world, player, { productId: hunt.productId, paymentIntentId: intentId });
  const { purchases } = await rowsOf(world, player);
  return { player, intentId, purchaseId: purchases[0].id };
}

/** Paid once more while the first payment was not yet known, by an intent of an attempt of its own. */
async function buyTwice(): Promise<Bought> {
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

function refund(
  purchaseId: string,
  { adminId = 'admin-1', url = world.url }: { adminId?: string; url?: string } = {},
): Promise<Answer> {
  return call(`${url}/internal/purchases/${purchaseId}/refund`, {
    json: { adminId, reason: 'Asked by mail' },
    isInternal: true,
  });
}

async function told({ player }: Bought): Promise<string[]> {
  const { events } = await rowsOf(world, player);
  return events.map(({ type, data }) => [type, data.outcome, data.version].join(' '));
}

async function statusOf({ player, purchaseId }: Bought): Promise<string> {
  const { purchases } = await rowsOf(world, player);
  return purchases.find(({ id }) => id === purchaseId).status;
}

function refundsOf({ intentId }: Bought): Promise<Stripe.Refund[]> {
  return world.sandbox.stripe.refunds.list({ payment_intent: intentId }).then(({ data }) => data);
}

/** Every event of Stripe on what became of the charge, oldest first. */
async function reversalEvents({ intentId }: Bought): Promise<Stripe.Event[]> {
  const all = await world.sandbox.stripe.events.list({ limit: 100 });
  return all.data
    .filter(
      ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intentId,
    )
    .filter(({ type }) => /refund|dispute/.test(type))
    .toReversed();
}

describe('a refund by an admin', () => {
  test('gives the money back, ends the place, and writes down who did it', async () => {
    const bought = await buy();
    const adminId = randomUUID();
    const answer = await refund(bought.purchaseId, { adminId });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: bought.purchaseId, status: 'refunded', refunded_at: expect.any(String) },
    });
    expect((await refundsOf(bought)).map(({ amount, status }) => [amount, status])).toEqual([
      [2000, 'succeeded'],
    ]);
    expect(await told(bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded pending 2',
      'purchase.refunded succeeded 3',
    ]);
    const { rows } = await world.pool.query(
      `SELECT data FROM outbox WHERE type = 'staff.acted' AND data->>'adminId' = $1`,
      [adminId],
    );
    expect(rows).toEqual([
      {
        data: expect.objectContaining({
          action: 'purchase_refund',
          subjectId: bought.purchaseId,
          before: { status: 'completed' },
          after: { status: 'refund_pending', reason: 'Asked by mail' },
        }),
      },
    ]);
  });

  test('P-1.6 a second one is 409 while one is pending and when it is done', async () => {
    const bought = await buy('pm_card_pendingRefund');
    expect((await refund(bought.purchaseId)).body).toMatchObject({ status: 'refund_pending' });
    expect((await refund(bought.purchaseId)).status).toBe(409);
    const [pending] = await refundsOf(bought);
    await world.sandbox.settleRefund(pending?.id ?? '', 'succeeded');
    await sendWebhook(world, (await reversalEvents(bought)).at(-1) as Stripe.Event);
    expect(await statusOf(bought)).toBe('refunded');
    expect((await refund(bought.purchaseId)).status).toBe(409);
    expect(await refundsOf(bought)).toHaveLength(1);
  });

  test('P-1.6 20 at once on two copies: one refund, one act, 19 times 409', async () => {
    const bought = await buy();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refund(bought.purchaseId, { url: world.copies[index % 2]?.url ?? '', adminId: 'admin-20' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await refundsOf(bought)).toHaveLength(1);
    const { rowCount } = await world.pool.query(
      `SELECT FROM outbox WHERE type = 'staff.acted' AND data->>'adminId' = 'admin-20'`,
    );
    expect(rowCount).toBe(1);
  });

  test('404 for what is no purchase, 400 without a reason', async () => {
    expect((await refund(randomUUID())).status).toBe(404);
    expect((await refund('nonsense')).status).toBe(404);
    const url = `${world.url}/internal/purchases/${randomUUID()}/refund`;
    const json = { adminId: 'admin-1', reason: ' ' };
    expect((await call(url, { json, isInternal: true })).status).toBe(400);
  });

  test('Stripe away: it stays pending, and is made once Stripe is back, once', async () => {
    const bought = await buy();
    const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const answer = await refund(bought.purchaseId, { url: cutOff.url });
    await cutOff.stop();
    expect(answer).toMatchObject({ status: 200, body: { status: 'refund_pending' } });
    expect(await refundsOf(bought)).toEqual([]);
    await makeDueOnBoth();
    expect(await statusOf(bought)).toBe('refunded');
    expect(await refundsOf(bought)).toHaveLength(1);
  });

  test('a broken answer of Stripe is tried again under another key', async () => {
    const bought = await buy();
    await world.sandbox.setFaults({ status: 500 });
    expect((await refund(bought.purchaseId)).status).toBe(200);
    await world.sandbox.clearFaults();
    await makeDueOnBoth();
    expect(await statusOf(bought)).toBe('refunded');
    expect(await refundsOf(bought)).toHaveLength(1);
  });

  test('a refund that Stripe made, and died before we heard: found again, not made twice', async () => {
    const bought = await buy();
    await world.pool.query(
      `INSERT INTO refund_requests (purchase_id, reason, tries) VALUES ($1, 'crash', 1)`,
      [bought.purchaseId],
    );
    const { rows } = await world.pool.query(
      'SELECT id FROM refund_requests WHERE purchase_id = $1',
      [bought.purchaseId],
    );
    await world.sandbox.stripe.refunds.create({
      payment_intent: bought.intentId,
      amount: 500,
      metadata: { refundRequestId: rows[0].id },
    });
    await makeDueOnBoth();
    expect((await refundsOf(bought)).map(({ amount }) => amount)).toEqual([500]);
  });

  test('one that the bank does not take gives the place back, and may be asked for again', async () => {
    const bought = await buy('pm_card_pendingRefund');
    await refund(bought.purchaseId);
    const [pending] = await refundsOf(bought);
    await world.sandbox.settleRefund(pending?.id ?? '', 'failed');
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    expect(await statusOf(bought)).toBe('completed');
    expect((await told(bought)).slice(1)).toEqual([
      'purchase.refunded pending 2',
      'purchase.refunded failed 3',
    ]);
    expect((await refund(bought.purchaseId)).status).toBe(200);
  });
});

describe('P-1.6 what is done at Stripe', () => {
  test('P-1.6 a refund there, its events in any order, 10 times each, at once', async () => {
    const bought = await buy();
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const events = await reversalEvents(bought);
    expect(events.length).toBeGreaterThan(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => events.toReversed())
        .flat()
        .map((event, index) =>
          sendWebhook(world, event, { url: world.copies[index % 2]?.url ?? '' }),
        ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(bought)).toBe('refunded');
    expect(await told(bought)).toEqual(['purchase.recorded  1', 'purchase.refunded succeeded 2']);
  });

  test('P-1.6 told before the purchase is recorded: recorded and refunded', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: intentId } = await pay(world, player, hunt.productId);
    await world.sandbox.stripe.refunds.create({ payment_intent: intentId });
    const bought = { player, intentId, purchaseId: '' };
    const [event] = await reversalEvents(bought);
    await sendWebhook(world, event as Stripe.Event);
    await sendWebhook(world, await eventOf(world, intentId));
    const { purchases } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status)).toEqual(['refunded']);
    expect(await told(bought)).toEqual(['purchase.recorded  1', 'purchase.refunded succeeded 2']);
  });

  test('a part of the money changes nothing', async () => {
    const bought = await buy();
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1999 });
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    expect(await statusOf(bought)).toBe('completed');
    expect(await told(bought)).toHaveLength(1);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1 });
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    expect(await statusOf(bought)).toBe('refunded');
  });

  test.each([
    ['won', 'completed'],
    ['lost', 'disputed'],
  ] as const)(
    'P-1.6 a dispute that is %s ends %s, its events newest first',
    async (outcome, end) => {
      const bought = await buy();
      const id = await world.sandbox.dispute(bought.intentId);
      for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
      expect(await statusOf(bought)).toBe('disputed');
      expect((await refund(bought.purchaseId)).status).toBe(409);
      await world.sandbox.closeDispute(id, outcome);
      for (const event of (await reversalEvents(bought)).toReversed())
        await sendWebhook(world, event);
      expect(await statusOf(bought)).toBe(end);
      expect((await told(bought)).slice(1)).toEqual([
        'purchase.disputed open 2',
        `purchase.disputed ${outcome} 3`,
      ]);
    },
  );

  test('P-1.6 a look that is written after a newer one changes nothing', async () => {
    const bought = await buy();
    await world.pool.query('UPDATE purchases SET look_applied = 1000 WHERE id = $1', [
      bought.purchaseId,
    ]);
    await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    const [event] = await reversalEvents(bought);
    expect((await sendWebhook(world, event as Stripe.Event)).status).toBe(200);
    expect(await statusOf(bought)).toBe('completed');
    expect(await stripeEvents(world, [event?.id ?? ''])).toHaveLength(1);
  });

  test('a refund that failed after its buyer joined anew is left to a person', async () => {
    const bought = await buy('pm_card_pendingRefund');
    const { purchases } = await rowsOf(world, bought.player);
    const made = await world.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
    await world.sandbox.settleRefund(made.id, 'succeeded');
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    const productId = purchases[0].product_id;
    const { id } = await pay(world, bought.player, productId);
    await record(world, bought.player, { productId, paymentIntentId: id });
    await world.sandbox.settleRefund(made.id, 'failed');
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    expect(await statusOf(bought)).toBe('refunded');
    expect(world.log.join('')).toContain('purchase.refund_undone_after_joining_anew');
  });
});

describe('money that came twice or too late', () => {
  test('goes back by itself, once, from two copies, and stays rejected', async () => {
    const bought = await buyTwice();
    expect(await told(bought)).toContain('purchase.rejected  1');
    expect(await refundsOf(bought)).toEqual([]);
    await makeDueOnBoth();
    await makeDueOnBoth();
    expect((await refundsOf(bought)).map(({ amount }) => amount)).toEqual([2000]);
    for (const event of await reversalEvents(bought)) await sendWebhook(world, event);
    expect(await statusOf(bought)).toBe('rejected');
    const { purchases } = await rowsOf(world, bought.player);
    const row = purchases.find(({ id }) => id === bought.purchaseId);
    expect(row.refunded_at).toBeInstanceOf(Date);
    expect((await told(bought)).filter((line) => /refunded|disputed/.test(line))).toEqual([]);
  });

  test('is not to be refunded by hand', async () => {
    const bought = await buyTwice();
    expect((await refund(bought.purchaseId)).status).toBe(409);
  });

  test('after the end of the hunt: rejected, told why, and sent back', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id: intentId } = await pay(world, player, hunt.productId);
    world.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const claim = { productId: hunt.productId, paymentIntentId: intentId };
    const answer = await record(world, player, claim);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const { events } = await rowsOf(world, player);
    expect(events.map(({ data }) => data.cause)).toEqual(['late']);
    await makeDueOnBoth();
    expect(await refundsOf({ player, intentId, purchaseId: '' })).toHaveLength(1);
    expect(await record(world, player, claim)).toEqual(
      expect.objectContaining({ status: 200, body: answer.body }),
    );
  });
});

test('one’s own purchases, newest first, with what a receipt shows', async () => {
  const bought = await buy();
  await buy();
  await refund(bought.purchaseId);
  const url = `${world.url}/api/account/purchases`;
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

/** What the two copies' repetition does, when the time of every open request has come. */
async function makeDueOnBoth(): Promise<void> {
  await world.pool.query('UPDATE refund_requests SET next_try_at = now()');
  await Promise.all(world.contexts.slice(0, 2).map(({ refunds }) => refunds.makeDue()));
}
