import { waitUntil } from '@cairn/testing/wait-until.ts';
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
  stripeEvents,
} from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('P-1.1 repeated webhook deliveries of one payment', () => {
  test('P-1.1 50 concurrent deliveries to two copies: one purchase, one event, all 2xx', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await pay(harness, player, hunt.productId, 'pm_card_visa_chargeDeclined').catch(() => {});
    const { id } = await pay(harness, player, hunt.productId);
    const succeeded = await eventOf(harness, id);
    const others = [
      await eventOf(harness, id, 'payment_intent.created'),
      await eventOf(harness, id, 'payment_intent.payment_failed'),
      // A second webhook endpoint at Stripe delivers the same payment with another event id.
      { ...succeeded, id: `${succeeded.id}_again` },
    ];
    const deliveries = shuffled([...Array(50).fill(succeeded), ...others, ...others]);
    const answers = await Promise.all(
      deliveries.map((event, index) =>
        sendWebhook(harness, event, { url: harness.copies[index % 2]?.url ?? '' }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
    const { purchases, events, attempts } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(events.map(({ type }) => type)).toEqual(['purchase.recorded']);
    expect(attempts.map(({ state }) => state)).toEqual(['succeeded']);
    expect(await stripeEvents(harness, [succeeded.id])).toEqual([
      expect.objectContaining({ outcome: 'recorded', attempts: 50 }),
    ]);
    const handed = [...harness.handed.catalog, ...harness.handed.auth].filter(
      ({ key }) => key === player.userId,
    );
    expect(new Set(handed.map(({ id: eventId }) => eventId))).toEqual(new Set([events[0].id]));
  });

  test('P-1.1 deliveries by the sandbox, repeated and shuffled', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await harness.sandbox.sendWebhooksTo(harness.url);
    await harness.sandbox.setFaults({ webhooks: { drop: false, repeat: 5, shuffle: true } });
    const { id } = await pay(harness, player, hunt.productId);
    await waitUntil(async () => (await stripeEventsOf(id))[0]?.attempts === 5, {
      what: 'five deliveries',
    });
    await harness.sandbox.clearFaults();
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases).toHaveLength(1);
    expect(events).toHaveLength(1);
    expect(harness.handed.auth.filter(({ key }) => key === player.userId)).toHaveLength(1);
  });
});

test('P-1.1 a redelivery gets 2xx while Stripe is unavailable', async () => {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const { id } = await pay(harness, player, hunt.productId);
  const event = await eventOf(harness, id);
  expect((await sendWebhook(harness, event)).status).toBe(200);
  const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
  expect((await sendWebhook(harness, event, { url: cutOff.url })).status).toBe(200);
  await cutOff.stop();
});

test('P-1.1 the webhook of a recorded purchase is stored without a request to Stripe', async () => {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const { id } = await pay(harness, player, hunt.productId);
  const body = { productId: hunt.productId, paymentIntentId: id };
  expect((await record(harness, player, body)).status).toBe(200);
  const event = await eventOf(harness, id);
  const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
  expect((await sendWebhook(harness, event, { url: cutOff.url })).status).toBe(200);
  await cutOff.stop();
  const { rows } = await harness.pool.query('SELECT outcome FROM stripe_events WHERE id = $1', [
    event.id,
  ]);
  expect(rows).toEqual([{ outcome: 'recorded' }]);
  expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
});

describe('P-1.4 a webhook whose processing fails', () => {
  test('P-1.4 gets 5xx without the database, and the next delivery is recorded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, id);
    const cutOff = await harness.startCopy({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' });
    const refused = await sendWebhook(harness, event, { url: cutOff.url });
    await cutOff.stop();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect((await sendWebhook(harness, event)).status).toBe(200);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
  });

  test.each(['purchases', 'stripe_events', 'outbox'])(
    'P-1.4 when writing %s fails: 5xx, and nothing of either is there',
    async (table) => {
      const [player, hunt] = [newPlayer(), harness.addHunt()];
      const { id } = await pay(harness, player, hunt.productId);
      const event = await eventOf(harness, id);
      await failWritesTo(table);
      const refused = await sendWebhook(harness, event);
      await harness.pool.query(`DROP TRIGGER out_of_order ON ${table}`);

      expect(refused.status).toBeGreaterThanOrEqual(500);
      expect(await stripeEvents(harness, [event.id])).toEqual([]);
      const { purchases, events, attempts } = await rowsOf(harness, player);
      expect({ purchases, events }).toEqual({ purchases: [], events: [] });
      expect(attempts.map(({ state }) => state)).toEqual(['open']);

      expect((await sendWebhook(harness, event)).status).toBe(200);
      expect((await rowsOf(harness, player)).events).toHaveLength(1);
      expect(await stripeEvents(harness, [event.id])).toHaveLength(1);
    },
  );

  test('P-1.4 gets 5xx without Stripe, stores nothing, and the next delivery is recorded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, id);
    const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const refused = await sendWebhook(harness, event, { url: cutOff.url });
    await cutOff.stop();
    expect(refused.status).toBe(502);
    expect(await stripeEvents(harness, [event.id])).toEqual([]);
    expect((await sendWebhook(harness, event)).status).toBe(200);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
  });
});

async function failWritesTo(table: string): Promise<void> {
  await harness.pool.query(`
    CREATE OR REPLACE FUNCTION out_of_order() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'out of order'; END $$;
    CREATE TRIGGER out_of_order BEFORE INSERT ON ${table} EXECUTE FUNCTION out_of_order()`);
}

async function stripeEventsOf(intentId: string) {
  const { rows } = await harness.pool.query(
    `SELECT * FROM stripe_events
     WHERE type = 'payment_intent.succeeded' AND payload->'data'->'object'->>'id' = $1`,
    [intentId],
  );
  return rows;
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
