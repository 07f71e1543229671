import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventOf,
  newPlayer,
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

afterAll(async () => {
  await world.stop();
});

describe('P-1.1 one payment, many deliveries', () => {
  test('P-1.1 50 at once, shuffled among others, to two copies: one purchase, one event, all 2xx', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await pay(world, player, hunt.productId, 'pm_card_visa_chargeDeclined').catch(() => {});
    const { id } = await pay(world, player, hunt.productId);
    const succeeded = await eventOf(world, id);
    const others = [
      await eventOf(world, id, 'payment_intent.created'),
      await eventOf(world, id, 'payment_intent.payment_failed'),
      // A second endpoint at Stripe tells of the same payment under another id.
      { ...succeeded, id: `${succeeded.id}_again` },
    ];
    const deliveries = shuffled([...Array(50).fill(succeeded), ...others, ...others]);
    const answers = await Promise.all(
      deliveries.map((event, index) =>
        sendWebhook(world, event, { url: world.copies[index % 2]?.url ?? '' }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
    const { purchases, events, attempts } = await rowsOf(world, player);
    expect(purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(events.map(({ type }) => type)).toEqual(['purchase.recorded']);
    expect(attempts.map(({ state }) => state)).toEqual(['succeeded']);
    expect(await stripeEvents(world, [succeeded.id])).toEqual([
      expect.objectContaining({ outcome: 'recorded', attempts: 50 }),
    ]);
    const handed = [...world.handed.catalog, ...world.handed.auth].filter(
      ({ key }) => key === player.userId,
    );
    expect(new Set(handed.map(({ id: eventId }) => eventId))).toEqual(new Set([events[0].id]));
  });

  test('P-1.1 as the sandbox sends it, repeated and shuffled', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await world.sandbox.sendWebhooksTo(world.url);
    await world.sandbox.setFaults({ webhooks: { drop: false, repeat: 5, shuffle: true } });
    const { id } = await pay(world, player, hunt.productId);
    await waitUntil(async () => (await stripeEventsOf(id))[0]?.attempts === 5, {
      what: 'five deliveries',
    });
    await world.sandbox.clearFaults();
    const { purchases, events } = await rowsOf(world, player);
    expect(purchases).toHaveLength(1);
    expect(events).toHaveLength(1);
    expect(world.handed.auth.filter(({ key }) => key === player.userId)).toHaveLength(1);
  });
});

test('P-1.1 a repeat is answered also while Stripe cannot be asked', async () => {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { id } = await pay(world, player, hunt.productId);
  const event = await eventOf(world, id);
  expect((await sendWebhook(world, event)).status).toBe(200);
  const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
  expect((await sendWebhook(world, event, { url: cutOff.url })).status).toBe(200);
  await cutOff.stop();
});

test('P-1.1 what the page has recorded is kept with its event, and asks Stripe nothing more', async () => {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { id } = await pay(world, player, hunt.productId);
  const claim = { productId: hunt.productId, paymentIntentId: id };
  expect((await record(world, player, claim)).status).toBe(200);
  const event = await eventOf(world, id);
  const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
  expect((await sendWebhook(world, event, { url: cutOff.url })).status).toBe(200);
  await cutOff.stop();
  const { rows } = await world.pool.query('SELECT outcome FROM stripe_events WHERE id = $1', [
    event.id,
  ]);
  expect(rows).toEqual([{ outcome: 'recorded' }]);
  expect((await rowsOf(world, player)).purchases).toHaveLength(1);
});

describe('P-1.4 the id of an event and its effect', () => {
  test('P-1.4 while the database is away: 5xx, and the next delivery is entered', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id } = await pay(world, player, hunt.productId);
    const event = await eventOf(world, id);
    const cutOff = await world.startCopy({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const refused = await sendWebhook(world, event, { url: cutOff.url });
    await cutOff.stop();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect((await sendWebhook(world, event)).status).toBe(200);
    expect((await rowsOf(world, player)).purchases).toHaveLength(1);
  });

  test.each(['purchases', 'stripe_events', 'outbox'])(
    'P-1.4 when writing %s fails: 5xx, and nothing of either is there',
    async (table) => {
      const [player, hunt] = [newPlayer(), world.addHunt()];
      const { id } = await pay(world, player, hunt.productId);
      const event = await eventOf(world, id);
      await failWritesTo(table);
      const refused = await sendWebhook(world, event);
      await world.pool.query(`DROP TRIGGER out_of_order ON ${table}`);

      expect(refused.status).toBeGreaterThanOrEqual(500);
      expect(await stripeEvents(world, [event.id])).toEqual([]);
      const { purchases, events, attempts } = await rowsOf(world, player);
      expect({ purchases, events }).toEqual({ purchases: [], events: [] });
      expect(attempts.map(({ state }) => state)).toEqual(['open']);

      expect((await sendWebhook(world, event)).status).toBe(200);
      expect((await rowsOf(world, player)).events).toHaveLength(1);
      expect(await stripeEvents(world, [event.id])).toHaveLength(1);
    },
  );

  test('P-1.4 while Stripe cannot be asked: 5xx, nothing written, and the next delivery is entered', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    const { id } = await pay(world, player, hunt.productId);
    const event = await eventOf(world, id);
    const cutOff = await world.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const refused = await sendWebhook(world, event, { url: cutOff.url });
    await cutOff.stop();
    expect(refused.status).toBe(502);
    expect(await stripeEvents(world, [event.id])).toEqual([]);
    expect((await sendWebhook(world, event)).status).toBe(200);
    expect((await rowsOf(world, player)).purchases).toHaveLength(1);
  });
});

async function failWritesTo(table: string): Promise<void> {
  await world.pool.query(`
    CREATE OR REPLACE FUNCTION out_of_order() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'out of order'; END $$;
    CREATE TRIGGER out_of_order BEFORE INSERT ON ${table} EXECUTE FUNCTION out_of_order()`);
}

async function stripeEventsOf(intentId: string) {
  const { rows } = await world.pool.query(
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
