import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_SECRETS } from './stripe-sandbox.ts';
import {
  begin,
  eventOf,
  intentIdOf,
  newPlayer,
  type Player,
  pay,
  rowsOf,
  sendWebhook,
  signed,
  startWorld,
  type World,
} from './world.ts';

const PATH = '/api/webhooks/stripe';

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
    expect(await stripeEvents([succeeded.id])).toEqual([
      expect.objectContaining({ outcome: 'recorded', attempts: 50 }),
    ]);
    const handed = [...world.handed.catalog, ...world.handed.auth].filter(
      ({ key }) => key === hunt.productId,
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
    expect(world.handed.auth.filter(({ key }) => key === hunt.productId)).toHaveLength(1);
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

describe('P-1.3 who may speak for Stripe', () => {
  let player: Player;
  let event: Stripe.Event;
  let payload: string;

  beforeAll(async () => {
    player = newPlayer();
    const hunt = world.addHunt({ title: 'Träume, ⛰ and  odd   spacing' });
    const { id } = await pay(world, player, hunt.productId);
    event = await eventOf(world, id);
    payload = JSON.stringify({ ...event, note: 'ünïcode \uFFFD' }, null, 3);
  });

  async function expectRefused(answer: Answer, status = 400): Promise<void> {
    expect(answer.status).toBe(status);
    expect(await stripeEvents([event.id])).toEqual([]);
    const { purchases, events } = await rowsOf(world, player);
    expect({ purchases, events }).toEqual({ purchases: [], events: [] });
  }

  function send(raw: string | Buffer, header: string | null): Promise<Answer> {
    return call(`${world.url}${PATH}`, {
      raw,
      headers: header === null ? {} : { 'stripe-signature': header },
    });
  }

  test('P-1.3 no header, an empty one, and nonsense', async () => {
    await expectRefused(await send(payload, null));
    for (const header of ['', 'x', 't=,v1=', 't=1', signed(world, payload).replace('v1=', 'v0=')]) {
      await expectRefused(await send(payload, header));
    }
  });

  test('P-1.3 two headers, also when a proxy joined them', async () => {
    const header = signed(world, payload);
    await expectRefused(await sendRaw(payload, [header, header]));
    for (const second of [header, signed(world, payload, { secret: WEBHOOK_SECRETS[0] })]) {
      await expectRefused(await send(payload, `${header}, ${second}`));
      await expectRefused(await send(payload, `${header},${second}`));
    }
  });

  test('P-1.3 a wrong secret', async () => {
    await expectRefused(await send(payload, signed(world, payload, { secret: 'whsec_wrong' })));
    await expectRefused(await send(payload, signed(world, payload, { secret: '' }) || 'x'));
  });

  test('P-1.3 one byte changed, added, or taken away', async () => {
    const header = signed(world, payload);
    const bytes = Buffer.from(payload);
    for (let at = 0; at < bytes.length; at += 97) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expectRefused(await send(changed, header));
    }
    await expectRefused(await send(`${payload} `, header));
    await expectRefused(await send(`\uFEFF${payload}`, header));
    await expectRefused(await send(bytes.subarray(1), header));
    await expectRefused(await send('', header));
  });

  test('P-1.3 bytes that are no UTF-8 do not pass for the replacement character', async () => {
    const at = Buffer.from(payload).indexOf(Buffer.from('\uFFFD'));
    const bytes = Buffer.from(payload);
    const other = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([0xff]),
      bytes.subarray(at + 3),
    ]);
    expect(other.toString()).toBe(payload);
    await expectRefused(await send(other, signed(world, payload)));
  });

  test('P-1.3 a signature older than 300 seconds', async () => {
    const now = Math.floor(Date.now() / 1000);
    await expectRefused(await send(payload, signed(world, payload, { timestamp: now - 302 })));
  });

  test('P-1.3 compressed, or too large', async () => {
    const answer = await call(`${world.url}${PATH}`, {
      raw: gzipSync(payload),
      headers: { 'content-encoding': 'gzip', 'stripe-signature': signed(world, payload) },
    });
    await expectRefused(answer);
    const large = JSON.stringify({ ...event, padding: 'x'.repeat(2_100_000) });
    await expectRefused(await send(large, signed(world, large)), 413);
  });

  test('P-1.3 the very bytes, signed with either secret, by one of several signatures, just in time', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 290;
    const old = signed(world, payload, { secret: WEBHOOK_SECRETS[0], timestamp });
    expect((await send(payload, old)).status).toBe(200);
    const rotating = `t=${timestamp},v1=${'0'.repeat(64)},v1=${old.split('v1=')[1]}`;
    expect((await send(payload, rotating)).status).toBe(200);
    expect((await send(payload, signed(world, payload))).status).toBe(200);
    expect(await stripeEvents([event.id])).toEqual([
      expect.objectContaining({ outcome: 'recorded', attempts: 3 }),
    ]);
    expect((await rowsOf(world, player)).purchases).toHaveLength(1);
  });

  test.each(['charge.succeeded', 'a.kind.of.tomorrow'])(
    'P-1.3 of an unknown kind (%s): 2xx, kept and logged',
    async (type) => {
      const unknown = { ...event, id: `evt_${type}`, type } as Stripe.Event;
      expect((await sendWebhook(world, unknown)).status).toBe(200);
      expect(await stripeEvents([unknown.id])).toEqual([
        expect.objectContaining({ outcome: 'ignored', type }),
      ]);
      expect(loggedFor(unknown.id)).toContain('webhook.ignored');
    },
  );

  test('P-1.3 of an unknown intent: 2xx, kept and logged', async () => {
    const strange = structuredClone(event) as Stripe.PaymentIntentSucceededEvent;
    strange.id = 'evt_strange';
    strange.data.object.id = 'pi_strange';
    expect((await sendWebhook(world, strange)).status).toBe(200);
    expect(await stripeEvents([strange.id])).toEqual([
      expect.objectContaining({ outcome: 'unknown' }),
    ]);
    expect(loggedFor(strange.id)).toContain('webhook.not_a_purchase');
  });

  test('a signed lie about an unpaid intent enters nothing', async () => {
    const [other, hunt] = [newPlayer(), world.addHunt()];
    const { body } = await begin(world, other, hunt.productId);
    const lie = structuredClone(event) as Stripe.PaymentIntentSucceededEvent;
    lie.id = 'evt_lie';
    lie.data.object.id = intentIdOf(body);
    expect((await sendWebhook(world, lie)).status).toBe(200);
    expect((await rowsOf(world, other)).purchases).toEqual([]);
    expect(await stripeEvents([lie.id])).toEqual([expect.objectContaining({ outcome: 'unpaid' })]);
  });
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
      expect(await stripeEvents([event.id])).toEqual([]);
      const { purchases, events, attempts } = await rowsOf(world, player);
      expect({ purchases, events }).toEqual({ purchases: [], events: [] });
      expect(attempts.map(({ state }) => state)).toEqual(['open']);

      expect((await sendWebhook(world, event)).status).toBe(200);
      expect((await rowsOf(world, player)).events).toHaveLength(1);
      expect(await stripeEvents([event.id])).toHaveLength(1);
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
    expect(await stripeEvents([event.id])).toEqual([]);
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

async function stripeEvents(ids: string[]) {
  const { rows } = await world.pool.query('SELECT * FROM stripe_events WHERE id = ANY($1)', [ids]);
  return rows;
}

async function stripeEventsOf(intentId: string) {
  const { rows } = await world.pool.query(
    `SELECT * FROM stripe_events
     WHERE type = 'payment_intent.succeeded' AND payload->'data'->'object'->>'id' = $1`,
    [intentId],
  );
  return rows;
}

function loggedFor(eventId: string): string[] {
  return world.log
    .map((line) => JSON.parse(line))
    .filter((line) => line.eventId === eventId)
    .map(({ msg }) => msg);
}

/** fetch would join the two headers. */
function sendRaw(payload: string, signatures: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${world.url}${PATH}`, { method: 'POST' }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), body: null }),
      );
    });
    sent.on('error', reject);
    sent.setHeader('stripe-signature', signatures);
    sent.end(payload);
  });
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
