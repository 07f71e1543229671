import { randomUUID } from 'node:crypto';
import { type Answer, call } from '@cairn/testing/http.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Harness,
  intentIdOf,
  newPlayer,
  type Player,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';

const LIMIT = 14;

let harness: Harness;
let url: string;

beforeAll(async () => {
  harness = await startHarness();
  const LIMITS = JSON.stringify({
    'declined-cards-user': { points: LIMIT },
    'declined-cards-address': { points: LIMIT },
  });
  const copy = await harness.startCopy({ LIMITS });
  harness.copies.push(copy);
  url = copy.url;
});

afterAll(async () => {
  await harness.stop();
});

test('an intent is canceled after 10 declined cards, and the next attempt gets another', async () => {
  const [player, hunt, address] = [newPlayer(), harness.addHunt(), newAddress()];
  const intentId = intentIdOf((await begin(player, hunt.productId, address)).body);
  for (let count = 1; count <= 9; count += 1) await declineOnce(intentId);
  expect(await statusAtStripe(intentId)).toBe('requires_payment_method');
  const last = await declineOnce(intentId);
  expect(await statusAtStripe(intentId)).toBe('canceled');
  expect((await rowsOf(harness, player)).attempts).toMatchObject([
    { state: 'canceled', cancel_reason: 'card_declined', declines: 10, client_address: null },
  ]);
  expect((await sendWebhook(harness, last, { url })).status).toBe(200);
  const next = await begin(player, hunt.productId, address);
  expect(next.status).toBe(200);
  expect(intentIdOf(next.body)).not.toBe(intentId);
});

test('a repeated webhook and a failed authentication count no decline', async () => {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const intentId = intentIdOf((await begin(player, hunt.productId, newAddress())).body);
  const event = await declineAtStripe(intentId);
  await Promise.all(Array.from({ length: 12 }, () => sendWebhook(harness, event, { url })));
  const unauthenticated = structuredClone(event) as Stripe.PaymentIntentPaymentFailedEvent;
  unauthenticated.id = `evt_${randomUUID().replaceAll('-', '')}`;
  Object.assign(unauthenticated.data.object.last_payment_error ?? {}, {
    type: 'invalid_request_error',
  });
  await sendWebhook(harness, unauthenticated, { url });
  expect((await rowsOf(harness, player)).attempts).toMatchObject([{ state: 'open', declines: 1 }]);
});

test('P-5.4 a user with too many declined cards gets 429 with Retry-After at any address', async () => {
  const player = newPlayer();
  await declineUpToLimit(() => ({ player, address: newAddress() }));
  const answer = await begin(player, harness.addHunt().productId, newAddress());
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('ratelimit-limit')).toBe(String(LIMIT));
  expect((await begin(newPlayer(), harness.addHunt().productId, newAddress())).status).toBe(200);
});

test('P-5.4 an address with too many declined cards gets 429 for any user', async () => {
  const address = newAddress();
  await declineUpToLimit(() => ({ player: newPlayer(), address }));
  expect((await begin(newPlayer(), harness.addHunt().productId, address)).status).toBe(429);
  expect((await begin(newPlayer(), harness.addHunt().productId, newAddress())).status).toBe(200);
});

/** Declines alternate between two intents, so that neither reaches its own limit. */
async function declineUpToLimit(payer: () => { player: Player; address: string }): Promise<void> {
  const intentIds: string[] = [];
  for (let count = 1; count <= 2; count += 1) {
    const { player, address } = payer();
    const { body } = await begin(player, harness.addHunt().productId, address);
    intentIds.push(intentIdOf(body));
  }
  for (let count = 1; count <= LIMIT / 2; count += 1) {
    for (const intentId of intentIds) await declineOnce(intentId);
  }
  // The decline that reached the limit canceled its intent immediately.
  expect(await statusAtStripe(intentIds[1] ?? '')).toBe('canceled');
}

function begin(player: Player, productId: string, address: string): Promise<Answer> {
  return call(`${url}/api/create-payment-intent`, {
    token: player.token,
    json: { productId, productType: 'hunt' },
    headers: { 'x-forwarded-for': address },
  });
}

async function declineOnce(intentId: string): Promise<Stripe.Event> {
  const event = await declineAtStripe(intentId);
  expect((await sendWebhook(harness, event, { url })).status).toBe(200);
  return event;
}

/** A card that the sandbox declines; the event that reports it. */
async function declineAtStripe(intentId: string): Promise<Stripe.Event> {
  const { paymentIntents } = harness.sandbox.stripe;
  const known = new Set((await listDeclines(intentId)).map(({ id }) => id));
  const confirmed = paymentIntents.confirm(intentId, {
    payment_method: 'pm_card_visa_chargeDeclined',
  });
  await expect(confirmed).rejects.toMatchObject({ code: 'card_declined' });
  const event = (await listDeclines(intentId)).find(({ id }) => !known.has(id));
  if (!event) throw new Error(`no event of the decline of ${intentId}`);
  return event;
}

async function listDeclines(intentId: string): Promise<Stripe.Event[]> {
  const type = 'payment_intent.payment_failed';
  const { data } = await harness.sandbox.stripe.events.list({ type, limit: 100 });
  return data.filter(({ data: { object } }) => 'id' in object && object.id === intentId);
}

async function statusAtStripe(intentId: string): Promise<string> {
  return (await harness.sandbox.stripe.paymentIntents.retrieve(intentId)).status;
}

function newAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}
