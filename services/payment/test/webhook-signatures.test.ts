import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, call } from '@cairn/testing/http.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  eventOf,
  type Harness,
  intentIdOf,
  newPlayer,
  type Player,
  pay,
  rowsOf,
  sendWebhook,
  signed,
  startHarness,
  stripeEvents,
} from './harness.ts';
import { WEBHOOK_SECRETS } from './stripe-sandbox.ts';

const PATH = '/api/webhooks/stripe';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('P-1.3 webhook signature', () => {
  let player: Player;
  let event: Stripe.Event;
  let payload: string;

  beforeAll(async () => {
    player = newPlayer();
    const hunt = harness.addHunt({ title: 'Träume, ⛰ and  odd   spacing' });
    const { id } = await pay(harness, player, hunt.productId);
    event = await eventOf(harness, id);
    payload = JSON.stringify({ ...event, note: 'ünïcode \uFFFD' }, null, 3);
  });

  async function expectRefused(answer: Answer, status = 400): Promise<void> {
    expect(answer.status).toBe(status);
    expect(await stripeEvents(harness, [event.id])).toEqual([]);
    const { purchases, events } = await rowsOf(harness, player);
    expect({ purchases, events }).toEqual({ purchases: [], events: [] });
  }

  function send(raw: string | Buffer, header: string | null): Promise<Answer> {
    return call(`${harness.url}${PATH}`, {
      raw,
      headers: header === null ? {} : { 'stripe-signature': header },
    });
  }

  test('P-1.3 a missing, empty or malformed header is refused', async () => {
    await expectRefused(await send(payload, null));
    for (const header of [
      '',
      'x',
      't=,v1=',
      't=1',
      signed(harness, payload).replace('v1=', 'v0='),
    ]) {
      await expectRefused(await send(payload, header));
    }
  });

  test('P-1.3 two headers, also joined by a proxy, are refused', async () => {
    const header = signed(harness, payload);
    await expectRefused(await sendRaw(payload, [header, header]));
    for (const second of [header, signed(harness, payload, { secret: WEBHOOK_SECRETS[0] })]) {
      await expectRefused(await send(payload, `${header}, ${second}`));
      await expectRefused(await send(payload, `${header},${second}`));
    }
  });

  test('P-1.3 a wrong secret is refused', async () => {
    await expectRefused(await send(payload, signed(harness, payload, { secret: 'whsec_wrong' })));
    await expectRefused(await send(payload, signed(harness, payload, { secret: '' }) || 'x'));
  });

  test('P-1.3 a changed, added or removed byte is refused', async () => {
    const header = signed(harness, payload);
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

  test('P-1.3 invalid UTF-8 is not accepted as the replacement character', async () => {
    const at = Buffer.from(payload).indexOf(Buffer.from('\uFFFD'));
    const bytes = Buffer.from(payload);
    const other = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([0xff]),
      bytes.subarray(at + 3),
    ]);
    expect(other.toString()).toBe(payload);
    await expectRefused(await send(other, signed(harness, payload)));
  });

  test('P-1.3 a signature older than 300 seconds is refused', async () => {
    const now = Math.floor(Date.now() / 1000);
    await expectRefused(await send(payload, signed(harness, payload, { timestamp: now - 302 })));
  });

  test('P-1.3 a compressed or too large body is refused', async () => {
    const answer = await call(`${harness.url}${PATH}`, {
      raw: gzipSync(payload),
      headers: { 'content-encoding': 'gzip', 'stripe-signature': signed(harness, payload) },
    });
    await expectRefused(answer);
    const large = JSON.stringify({ ...event, padding: 'x'.repeat(2_100_000) });
    await expectRefused(await send(large, signed(harness, large)), 413);
  });

  test('P-1.3 the unchanged body is accepted with either secret, several signatures and an old timestamp', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 290;
    const old = signed(harness, payload, { secret: WEBHOOK_SECRETS[0], timestamp });
    expect((await send(payload, old)).status).toBe(200);
    const rotating = `t=${timestamp},v1=${'0'.repeat(64)},v1=${old.split('v1=')[1]}`;
    expect((await send(payload, rotating)).status).toBe(200);
    expect((await send(payload, signed(harness, payload))).status).toBe(200);
    expect(await stripeEvents(harness, [event.id])).toEqual([
      expect.objectContaining({ outcome: 'recorded', attempts: 3 }),
    ]);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
  });

  test.each(['charge.succeeded', 'a.kind.of.tomorrow'])(
    'P-1.3 of an unknown kind (%s): 2xx, kept and logged',
    async (type) => {
      const unknown = { ...event, id: `evt_${type}`, type } as Stripe.Event;
      expect((await sendWebhook(harness, unknown)).status).toBe(200);
      expect(await stripeEvents(harness, [unknown.id])).toEqual([
        expect.objectContaining({ outcome: 'ignored', type }),
      ]);
      expect(loggedFor(unknown.id)).toContain('webhook.ignored');
    },
  );

  test('P-1.3 an event with an unknown intent gets 2xx and is stored and logged', async () => {
    const strange = structuredClone(event) as Stripe.PaymentIntentSucceededEvent;
    strange.id = 'evt_strange';
    strange.data.object.id = 'pi_strange';
    expect((await sendWebhook(harness, strange)).status).toBe(200);
    expect(await stripeEvents(harness, [strange.id])).toEqual([
      expect.objectContaining({ outcome: 'unknown' }),
    ]);
    expect(loggedFor(strange.id)).toContain('webhook.not_a_purchase');
  });

  test('a signed event about an unpaid intent records nothing', async () => {
    const [other, hunt] = [newPlayer(), harness.addHunt()];
    const { body } = await begin(harness, other, hunt.productId);
    const lie = structuredClone(event) as Stripe.PaymentIntentSucceededEvent;
    lie.id = 'evt_lie';
    lie.data.object.id = intentIdOf(body);
    expect((await sendWebhook(harness, lie)).status).toBe(200);
    expect((await rowsOf(harness, other)).purchases).toEqual([]);
    expect(await stripeEvents(harness, [lie.id])).toEqual([
      expect.objectContaining({ outcome: 'unpaid' }),
    ]);
  });
});

function loggedFor(eventId: string): string[] {
  return harness.log
    .map((line) => JSON.parse(line))
    .filter((line) => line.eventId === eventId)
    .map(({ msg }) => msg);
}

/** `fetch` would join the two headers. */
function sendRaw(payload: string, signatures: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${harness.url}${PATH}`, { method: 'POST' }, (response) => {
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

describe('P-7.6 a signed payload that is not an event', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const payloads = ['[]', '5', '"x"', 'null', '{}', '{"id":null}', '{"id":5,"type":"a.b"}', deep];
  const odd = [
    { id: 'evt_a\u0000', type: 'a.b', data: { object: {} } },
    { id: 'evt_a', type: '\uD800', data: { object: {} } },
    { id: 'evt_a', type: 'a.b' },
    { id: 'evt_a', type: 'a.b', data: { object: null } },
    { id: 'evt_a', type: 'payment_intent.succeeded', data: { object: { id: 5 } } },
  ].map((event) => JSON.stringify(event));

  test.each([...payloads, ...odd].map((payload) => [payload.slice(0, 60), payload]))(
    'is 400: %s',
    async (_, raw) => {
      const headers = { 'stripe-signature': signed(harness, raw) };
      expect((await call(`${harness.url}${PATH}`, { raw, headers })).status).toBe(400);
    },
  );

  test('an event with text that Postgres cannot store is processed and stored without its payload', async () => {
    const event = {
      id: 'evt_nul',
      type: 'customer.created',
      data: { object: { name: 'a\u0000b' } },
    };
    const answer = await sendWebhook(harness, event as unknown as Stripe.Event);
    expect(answer.status).toBe(200);
    expect(await stripeEvents(harness, ['evt_nul'])).toMatchObject([
      { outcome: 'ignored', payload: {} },
    ]);
  });

  test('a succeeded event without an intent id has the outcome unknown', async () => {
    const event = { id: 'evt_none', type: 'payment_intent.succeeded', data: { object: {} } };
    expect((await sendWebhook(harness, event as unknown as Stripe.Event)).status).toBe(200);
    expect(await stripeEvents(harness, ['evt_none'])).toMatchObject([{ outcome: 'unknown' }]);
  });
});
