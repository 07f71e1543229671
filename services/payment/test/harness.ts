import { randomUUID } from 'node:crypto';
import { type EventEnvelope, receiveEvent } from '@cairn/contracts/events/define-event.ts';
import { getUserStatus } from '@cairn/contracts/internal/auth.ts';
import { getOffer, type Offer } from '@cairn/contracts/internal/catalog.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { type Answer, call, type RunningApp, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys, tokenFor } from '@cairn/testing/identity.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import type Stripe from 'stripe';
import type { z } from 'zod';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { Period } from '../src/reconciliation/period.ts';
import { createPayment, type Service } from '../src/service.ts';
import {
  STRIPE_SECRET_KEY,
  type StripeSandbox,
  startStripeSandbox,
  WEBHOOK_SECRETS,
} from './stripe-sandbox.ts';
import { whileSlow } from './while-slow.ts';

type Outcome = z.output<typeof receiveEvent.answer>['outcome'];

export type Harness = {
  /** Two copies of the service on one database. */
  copies: RunningApp[];
  url: string;
  /** The contexts of the copies, in the same order. */
  contexts: readonly Service[];
  pool: Pool;
  database: TestDatabase;
  sandbox: StripeSandbox;
  /** Events handed over to catalog and auth, in order. */
  handed: { catalog: EventEnvelope[]; auth: EventEnvelope[] };
  /** The outcome that catalog and auth answer to a hand-over; a thrown error is answered as such. */
  onHandover: { catalog: () => Outcome; auth: () => Outcome };
  /** All log lines. */
  log: string[];
  offers: Map<string, Offer>;
  /** Answers for auth. */
  auth: StubServer;
  /** Ids of users whose status at auth is suspended. */
  suspended: Set<string>;
  /** The environment of each copy. */
  environment: Record<string, string>;
  /** Adds an active hunt. */
  addHunt(changes?: Partial<Offer>): Offer;
  /** Starts the service with other configuration; the test must stop it. */
  startCopy(changes?: Record<string, string>): Promise<RunningApp>;
  stop(): Promise<void>;
};

export async function startHarness(): Promise<Harness> {
  const [database, sandbox, catalog, auth] = await Promise.all([
    createTestDatabase(),
    startStripeSandbox(),
    startStubServer(),
    startStubServer(),
  ]);
  const handed: Harness['handed'] = { catalog: [], auth: [] };
  const onHandover: Harness['onHandover'] = { catalog: () => 'applied', auth: () => 'applied' };
  const offers = new Map<string, Offer>();
  const suspended = new Set<string>();
  const log: string[] = [];
  const contexts: Service[] = [];
  playCatalog(catalog, offers);
  auth.answer(getUserStatus, ({ params }) => ({
    status: suspended.has(params.id) ? ('suspended' as const) : ('active' as const),
  }));
  for (const [name, standIn] of [
    ['catalog', catalog],
    ['auth', auth],
  ] as const) {
    standIn.answer(receiveEvent, ({ body }) => {
      handed[name].push(body as EventEnvelope);
      return { outcome: onHandover[name]() };
    });
  }

  const environment = {
    ...noRevocations,
    NODE_ENV: 'test',
    LOG_LEVEL: 'trace',
    PORT: '0',
    DATABASE_URL: database.urlOf('payment'),
    KAFKA_BROKERS: 'none:1',
    CATALOG_URL: catalog.url,
    AUTH_URL: auth.url,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRETS.join(','),
    STRIPE_API_URL: sandbox.url,
    REDIS_URL: getInfrastructure().redisUrl,
    // All requests of a test file have the same client address.
    LIMITS: JSON.stringify({ 'declined-cards-address': { points: 1_000_000 } }),
    ...testKeys,
  };

  async function startCopy(changes: Record<string, string> = {}): Promise<RunningApp> {
    const config = loadConfig({ ...environment, ...changes });
    const logger = createLogger('payment', 'trace', { write: (line) => void log.push(line) });
    const context = createPayment(config, {
      bus: createMemoryBus(),
      logger,
      revocations: neverRevoked,
    });
    contexts.push(context);
    await context.redis.connect();
    return startApp(createApp(context));
  }

  const copies = [await startCopy(), await startCopy()];
  return {
    copies,
    url: copies[0]?.url ?? '',
    contexts,
    pool: database.poolOf('payment'),
    database,
    sandbox,
    handed,
    onHandover,
    log,
    offers,
    auth,
    suspended,
    environment,
    addHunt: (changes) => addHunt(offers, changes),
    startCopy,
    async stop() {
      await Promise.all(copies.map((copy) => copy.stop()));
      await Promise.all(contexts.map((context) => context.pool.end()));
      for (const { redis } of contexts) redis.disconnect();
      await Promise.all([sandbox.stop(), catalog.stop(), auth.stop()]);
      await database.drop();
    },
  };
}

export type Player = { userId: string; token: string };

export function newPlayer(): Player {
  const userId = randomUUID();
  return { userId, token: tokenFor({ userId }) };
}

export function begin(
  harness: Pick<Harness, 'url'>,
  player: Player,
  productId: string,
): Promise<Answer> {
  const json = { productId, productType: 'hunt', email: 'buyer@example.com' };
  return call(`${harness.url}/api/create-payment-intent`, { token: player.token, json });
}

/** Sends concurrent requests, alternating between the two copies. */
export function beginAtOnce(harness: Harness, player: Player, productId: string, times: number) {
  return Promise.all(
    Array.from({ length: times }, (_, index) =>
      whileSlow(() => begin({ url: harness.copies[index % 2]?.url ?? '' }, player, productId)),
    ),
  );
}

export async function intentsOf(harness: Harness, player: Player) {
  const all = await harness.sandbox.stripe.paymentIntents
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  return all.filter(({ metadata }) => metadata['userId'] === player.userId);
}

export function record(
  harness: Pick<Harness, 'url'>,
  player: Player,
  purchaseBody: { productId: string; paymentIntentId: string },
): Promise<Answer> {
  return call(`${harness.url}/api/record-purchase`, { token: player.token, json: purchaseBody });
}

/** Creates an intent and confirms it with a card at Stripe, as the page does. */
export async function pay(
  harness: Harness,
  player: Player,
  productId: string,
  card = 'pm_card_visa',
): Promise<Stripe.PaymentIntent> {
  const { body } = await begin(harness, player, productId);
  return harness.sandbox.stripe.paymentIntents.confirm(intentIdOf(body), { payment_method: card });
}

export function intentIdOf(body: unknown): string {
  const { clientSecret } = body as { clientSecret: string };
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'));
}

/** Stripe's event about the intent, as a webhook delivers it. */
export async function eventOf(
  { sandbox }: Harness,
  intentId: string,
  type = 'payment_intent.succeeded',
): Promise<Stripe.Event> {
  const { data } = await sandbox.stripe.events.list({ type, limit: 100 });
  const event = data.find(({ data: { object } }) => 'id' in object && object.id === intentId);
  if (!event) throw new Error(`no ${type} of ${intentId}`);
  return event;
}

export function signed(
  { sandbox }: Harness,
  payload: string,
  options: { secret?: string; timestamp?: number } = {},
): string {
  const { secret = WEBHOOK_SECRETS[1], timestamp } = options;
  return sandbox.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
}

export function sendWebhook(
  harness: Harness,
  event: Stripe.Event,
  { url = harness.url, secret }: { url?: string; secret?: string } = {},
): Promise<Answer> {
  const raw = JSON.stringify(event, null, 2);
  const header = signed(harness, raw, secret ? { secret } : {});
  return call(`${url}/api/webhooks/stripe`, { raw, headers: { 'stripe-signature': header } });
}

export async function rowsOf(harness: Harness, player: Player) {
  const [purchases, events, attempts] = await Promise.all([
    harness.pool.query('SELECT * FROM purchases WHERE user_id = $1 ORDER BY created_at', [
      player.userId,
    ]),
    harness.pool.query(`SELECT * FROM outbox WHERE data->>'userId' = $1 ORDER BY position`, [
      player.userId,
    ]),
    harness.pool.query('SELECT * FROM payment_attempts WHERE user_id = $1 ORDER BY created_at', [
      player.userId,
    ]),
  ]);
  return { purchases: purchases.rows, events: events.rows, attempts: attempts.rows };
}

/** A period with charges, refunds and disputes created since `time`. */
export function periodSince(time: Date): Period {
  return { paid: time, refunds: time, disputes: time };
}

export async function stripeEvents({ pool }: Harness, ids: string[]) {
  const { rows } = await pool.query('SELECT * FROM stripe_events WHERE id = ANY($1)', [ids]);
  return rows;
}

function playCatalog(catalog: StubServer, offers: Map<string, Offer>): void {
  catalog.answer(getOffer, ({ params }) => {
    const offer = offers.get(params.id);
    if (!offer) throw new NotFoundError();
    return offer;
  });
}

function addHunt(offers: Map<string, Offer>, changes: Partial<Offer> = {}): Offer {
  const productId = randomUUID();
  const offer: Offer = {
    productId,
    handle: `hunt-${productId}`,
    title: 'The Vermont Troll',
    region: 'Vermont',
    status: 'active',
    priceCents: 2000,
    currency: 'USD',
    bonusCents: 1000,
    ...changes,
  };
  offers.set(offer.productId, offer);
  return offer;
}
