import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { TOPICS } from '@cairn/contracts/events/topics.ts';
import { urlVariables } from '@cairn/contracts/services.ts';
import { createTopics } from '@cairn/events/kafka.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { type Answer, call, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys, tokenFor } from '@cairn/testing/identity.ts';
import { createApp as createAuthApp } from '../../services/auth/src/app.ts';
import { loadConfig as loadAuthConfig } from '../../services/auth/src/config.ts';
import { createAuth } from '../../services/auth/src/service.ts';
import { createApp as createCatalogApp } from '../../services/catalog/src/app.ts';
import { loadConfig as loadCatalogConfig } from '../../services/catalog/src/config.ts';
import { createCatalog } from '../../services/catalog/src/service.ts';
import {
  STRIPE_SECRET_KEY,
  startStripeSandbox,
  WEBHOOK_SECRETS,
} from '../../services/payment/test/stripe-sandbox.ts';
import { createOwnBus } from './purchases-bus.ts';

const PROGRAM = fileURLToPath(new URL('./purchases-process.ts', import.meta.url));
const UNREACHABLE_URL = 'http://127.0.0.1:1';

export type Moment = 'never' | 'before-sending' | 'while-sending' | 'after-acknowledgement';
export type Buyer = { userId: string; token: string };

/** auth and catalog in this process, payment in a separate one, on one real Kafka and Postgres. */
export type Harness = {
  pools: Record<'auth' | 'catalog' | 'payment', Pool>;
  huntId: string;
  /** Replaces the previous process; `died` waits for a planned crash. */
  startPayment(how?: { dieAt?: Moment; canReachAuth?: boolean }): Promise<void>;
  died(): Promise<string>;
  withoutCatalog(work: () => Promise<void>): Promise<void>;
  begin(buyer: Buyer): Promise<string>;
  confirm(intentId: string): Promise<void>;
  /** Null when payment crashed before its response. */
  record(buyer: Buyer, intentId: string): Promise<Answer | null>;
  stop(): Promise<void>;
};

export async function startHarness(): Promise<Harness> {
  const [database, sandbox] = await Promise.all([createTestDatabase(), startStripeSandbox()]);
  const { kafkaBrokers } = getInfrastructure();
  const prefix = `test-${randomBytes(6).toString('hex')}-`;
  const logger = createLogger('test', 'silent');
  await createTopics(
    { brokers: kafkaBrokers, clientId: 'test', logger },
    TOPICS.map(({ name }) => ({ topic: prefix + name, numPartitions: 1 })),
  );
  const key = () => randomBytes(32).toString('base64');
  const environment = (schema: string) => ({
    ...noRevocations,
    ...testKeys,
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0' },
    DATABASE_URL: database.urlOf(schema),
    KAFKA_BROKERS: kafkaBrokers.join(','),
    ...urlVariables(() => UNREACHABLE_URL),
    ...{ LINK_SEAL_KEY: key(), CODE_HMAC_KEY: key(), CODE_SEAL_KEY: key(), ATTEMPT_KEY: key() },
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRETS.join(','),
    STRIPE_API_URL: sandbox.url,
  });
  const overrides = () => ({
    bus: createOwnBus(kafkaBrokers, prefix),
    revocations: neverRevoked,
    logger,
  });
  const auth = createAuth(loadAuthConfig(environment('auth')), overrides());
  await startAll(auth.backgroundServices);
  const authApp = await startApp(createAuthApp(auth));
  let catalog = await startCatalog(await findFreePort());
  let payment: ChildProcess | null = null;
  let paymentUrl = UNREACHABLE_URL;

  async function startCatalog(port: number) {
    const context = createCatalog(loadCatalogConfig(environment('catalog')), overrides());
    await startAll(context.backgroundServices);
    const server = createCatalogApp(context).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await stopAll(context.backgroundServices);
      },
    };
  }

  const pools = {
    auth: database.poolOf('auth'),
    catalog: database.poolOf('catalog'),
    payment: database.poolOf('payment'),
  };
  // Disables the scheduled reconciliation.
  await pools.payment.query(`INSERT INTO reconciliations (summary) VALUES ('{}')`);
  const { rows } = await pools.catalog.query(
    `INSERT INTO hunts (handle, title, region, description, intro, rules, status, price_cents,
       currency, base_value_cents, bonus_per_purchase_cents)
     VALUES ('a-hunt', 'A hunt', 'Ohio', '', '', '', 'active', 2000, 'USD', 100000, 1000)
     RETURNING id`,
  );
  const huntId: string = rows[0].id;

  return {
    pools,
    huntId,
    async startPayment({ dieAt = 'never', canReachAuth = true } = {}) {
      payment?.kill('SIGKILL');
      const env = {
        ...environment('payment'),
        CATALOG_URL: `http://127.0.0.1:${catalog.port}`,
        AUTH_URL: canReachAuth ? authApp.url : UNREACHABLE_URL,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      };
      payment = fork(PROGRAM, [prefix, dieAt], { env });
      const [address] = (await once(payment, 'message')) as [AddressInfo];
      paymentUrl = `http://127.0.0.1:${address.port}`;
    },
    async died() {
      if (payment?.signalCode) return payment.signalCode;
      const [, signal] = await once(payment as ChildProcess, 'exit');
      return signal;
    },
    async withoutCatalog(work) {
      const { port } = catalog;
      await catalog.stop();
      try {
        await work();
      } finally {
        catalog = await startCatalog(port);
      }
    },
    async begin({ token }) {
      const json = { productId: huntId, productType: 'hunt' };
      const { body } = await call(`${paymentUrl}/api/create-payment-intent`, { token, json });
      return (body as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? '';
    },
    async confirm(intentId) {
      await sandbox.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    },
    async record({ token }, paymentIntentId) {
      const json = { productId: huntId, paymentIntentId };
      return call(`${paymentUrl}/api/record-purchase`, { token, json }).catch(() => null);
    },
    async stop() {
      payment?.kill('SIGKILL');
      await Promise.all([catalog.stop(), authApp.stop(), sandbox.stop()]);
      await stopAll(auth.backgroundServices);
      await database.drop();
    },
  };
}

export function newBuyer(): Buyer {
  const userId = randomUUID();
  return { userId, token: tokenFor({ userId }) };
}

async function startAll(backgroundServices: BackgroundService[]): Promise<void> {
  for (const service of backgroundServices) await service.start?.();
}

async function stopAll(backgroundServices: BackgroundService[]): Promise<void> {
  for (const service of backgroundServices.toReversed()) await service.stop();
}
