import { randomBytes, randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { LimitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call, type RunningApp, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { createListener } from '../src/app.ts';
import { loadConfig, loadSeedConfig, type SeedConfig } from '../src/config.ts';
import { porterStash } from '../src/seed/porter-stash.ts';
import { seedHunts } from '../src/seed/seed.service.ts';
import { vtTrollHunt } from '../src/seed/vt-troll-hunt.ts';
import { createCatalog, type Service } from '../src/service.ts';

export const CODES = { 'vt-troll-hunt': 'MOSS-olive-4417', 'porter-stash': 'lilac 22 FERRY QUILL' };
export const STASH_CODE = 'Birch Owl 9053';
export const STASH_PHRASE = 'velvet harbor candle orchestra maple stone';

const SEEDS = [vtTrollHunt, porterStash];

export type Catalog = {
  database: TestDatabase;
  /** With the role of the service. */
  pool: Pool;
  bus: Bus;
  context: Service;
  config: SeedConfig;
  url: string;
  /** Another copy of the service, on the same database. */
  startCopy(): Promise<RunningApp>;
  seed(): Promise<string[]>;
  stop(): Promise<void>;
};

/** `limits` is the variable LIMITS. */
export async function startCatalog(limits: LimitOverrides = {}): Promise<Catalog> {
  const database = await createTestDatabase();
  const bus = createMemoryBus();
  const environment = { ...environmentFor(database), LIMITS: JSON.stringify(limits) };
  const stops: (() => Promise<void>)[] = [];

  async function start(): Promise<{ context: Service; app: RunningApp }> {
    const context = createCatalog(loadConfig(environment), { bus, revocations: neverRevoked });
    await context.redis.connect();
    const app = await startApp(createListener(context));
    stops.push(async () => {
      await app.stop();
      await context.consumer.stop();
      context.redis.disconnect();
      await context.pool.end();
    });
    return { context, app };
  }

  const { context, app } = await start();
  context.consumer.start();
  const config = loadSeedConfig(environment);
  return {
    database,
    pool: context.pool,
    bus,
    context,
    config,
    url: app.url,
    startCopy: async () => (await start()).app,
    seed: () => seedHunts({ pool: context.pool, publish: context.publish, config }, SEEDS),
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await database.drop();
    },
  };
}

function environmentFor(database: TestDatabase): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.urlOf('catalog'),
    KAFKA_BROKERS: 'none:1',
    ...noRevocations,
    REDIS_URL: getInfrastructure().redisUrl,
    INTERNAL_PRIVATE_KEY: testKeys.INTERNAL_PRIVATE_KEY,
    INTERNAL_PUBLIC_KEYS: testKeys.INTERNAL_PUBLIC_KEYS,
    JWT_PUBLIC_KEYS: testKeys.JWT_PUBLIC_KEYS,
    CODE_HMAC_KEY: randomBytes(32).toString('base64'),
    CODE_SEAL_KEY: randomBytes(32).toString('base64'),
    ATTEMPT_KEY: randomBytes(32).toString('base64'),
    SEED_TREASURE_CODES: JSON.stringify(CODES),
    SEED_STASH_CODE: STASH_CODE,
    SEED_STASH_PHRASE: STASH_PHRASE,
  };
}

/** A client address without code attempts, in the header that the gateway sets. */
export function somewhere(): Record<string, string> {
  const groups = Array.from({ length: 4 }, () => randomBytes(2).toString('hex'));
  return { 'x-forwarded-for': `fd${groups.join(':').slice(2)}::1` };
}

export async function getSnapshots(url: string): Promise<ProductSnapshot[]> {
  const { status, body } = await call(url + listSnapshots.path, { isInternal: true });
  if (status !== 200) throw new Error(`snapshots answered ${status}`);
  return listSnapshots.answer.parse(body);
}

export async function getSnapshot(url: string, handle: string): Promise<ProductSnapshot> {
  const found = (await getSnapshots(url)).find(({ product }) => product.handle === handle);
  if (!found) throw new Error(`no hunt ${handle}`);
  return found;
}

/**
 * Delivers an event by internal HTTP, as payment's hand-over does. On a busy machine many at once wait
 * too long for a connection to the database, which is answered 503; then it is delivered again.
 */
export function handOver(url: string, event: EventEnvelope): Promise<unknown> {
  return waitUntil(
    async () => {
      const options = { isInternal: true, json: event };
      const { status, body } = await call(`${url}/internal/events`, options);
      if (status === 503) return null;
      if (status !== 200) throw new Error(`the event was answered ${status}`);
      return (body as { outcome: unknown }).outcome;
    },
    { what: 'an answer to the event' },
  );
}

type Purchase = { purchaseId: string; userId: string; productId: string };

export function newPurchase(productId: string, userId: string = randomUUID()): Purchase {
  return { purchaseId: randomUUID(), userId, productId };
}

export function recorded(
  purchase: Purchase,
  { version = 1, bonusCents = 1_000 } = {},
): EventEnvelope {
  return makeEvent(purchaseRecorded, {
    ...purchase,
    version,
    bonusCents,
    productTitle: 'A hunt',
    handle: 'a-hunt',
    region: 'Somewhere',
    amountCents: 2_000,
    currency: 'USD',
    paymentIntentId: `pi_${purchase.purchaseId}`,
    recordedAt: new Date().toISOString(),
  });
}

export function refunded(
  purchase: Purchase,
  { version = 2, outcome }: { version?: number; outcome?: 'pending' | 'failed' } = {},
): EventEnvelope {
  const data = { ...reversalOf(purchase), version };
  return makeEvent(purchaseRefunded, outcome ? { ...data, outcome } : data);
}

export function disputed(
  purchase: Purchase,
  { version = 2, outcome = 'open' }: { version?: number; outcome?: 'open' | 'won' | 'lost' } = {},
): EventEnvelope {
  return makeEvent(purchaseDisputed, { ...reversalOf(purchase), version, outcome });
}

function reversalOf(purchase: Purchase) {
  return { ...purchase, amountCents: 2_000, currency: 'USD', at: new Date().toISOString() };
}
