import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { emailRequested, sealedTokenContext } from '@cairn/contracts/events/users.ts';
import {
  deleteAccount,
  login,
  requestPasswordReset,
  resetPassword,
  type Session,
  signup,
  verifyEmail,
} from '@cairn/contracts/http/accounts.ts';
import { urlVariables } from '@cairn/contracts/services.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { unseal } from '@cairn/service-kit/seal.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { call, startApp } from '@cairn/testing/http.ts';
import { testKeys } from '@cairn/testing/identity.ts';
import { type RedisLink, startRedisLink } from '@cairn/testing/redis-link.ts';
import { createApp as createAuthApp } from '../../services/auth/src/app.ts';
import { loadConfig as loadAuthConfig } from '../../services/auth/src/config.ts';
import type { PasswordOptions } from '../../services/auth/src/passwords/passwords.ts';
import { createAuth } from '../../services/auth/src/service.ts';
import { createApp as createCatalogApp } from '../../services/catalog/src/app.ts';
import { loadConfig as loadCatalogConfig } from '../../services/catalog/src/config.ts';
import { createCatalog } from '../../services/catalog/src/service.ts';
import { createApp as createPaymentApp } from '../../services/payment/src/app.ts';
import { loadConfig as loadPaymentConfig } from '../../services/payment/src/config.ts';
import { createPayment } from '../../services/payment/src/service.ts';

export const PASSWORD = 'a good password';

/** auth, catalog and payment in this process, with connections to one real Redis that can be cut. */
export type Harness = {
  authUrl: string;
  catalogUrl: string;
  paymentUrl: string;
  authPool: Pool;
  authRedis: RedisLink;
  servicesRedis: RedisLink;
  addPlayer(): Promise<{ token: string; userId: string; email: string }>;
  logIn(email: string): Promise<string>;
  reset(email: string, password: string): Promise<void>;
  remove(token: string): Promise<void>;
  /** Deletes all keys, like a Redis that restarted without its data. */
  emptyRedis(): Promise<void>;
  areMarkersCurrent(): Promise<boolean>;
  listRedisKeys(): Promise<string[]>;
  deleteRedisKey(key: string): Promise<void>;
  /** Whether catalog and payment are both ready with Redis. */
  haveServicesRedis(): Promise<boolean>;
  /** Stops auth's HTTP server and the background service that refreshes the markers. */
  withoutAuth(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

const sealKey = randomBytes(32);
const UNREACHABLE_URL = 'http://127.0.0.1:1';
/** The cost of a hash is not the subject of these tests. */
const CHEAP_HASHES: PasswordOptions = {
  policy: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  lowersPriority: false,
};

export async function startHarness(): Promise<Harness> {
  const database = await createTestDatabase();
  const [authRedis, servicesRedis] = [await startRedisLink(), await startRedisLink()];
  const keyPrefix = `test:${randomBytes(6).toString('hex')}:`;
  const authPort = await findFreePort();
  const authUrl = `http://127.0.0.1:${authPort}`;
  const environment = (schema: string, { url }: RedisLink) => ({
    ...testKeys,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.urlOf(schema),
    KAFKA_BROKERS: 'none:1',
    REDIS_URL: `${url}/0?keyPrefix=${keyPrefix}`,
    ...urlVariables(() => UNREACHABLE_URL),
    AUTH_URL: authUrl,
    LINK_SEAL_KEY: sealKey.toString('base64'),
    CODE_HMAC_KEY: randomBytes(32).toString('base64'),
    CODE_SEAL_KEY: randomBytes(32).toString('base64'),
    ATTEMPT_KEY: randomBytes(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRETS: 'whsec_none',
  });
  const catalog = createCatalog(loadCatalogConfig(environment('catalog', servicesRedis)), {
    bus: createMemoryBus(),
  });
  await startAll(catalog.backgroundServices);
  const catalogApp = await startApp(createCatalogApp(catalog));
  const payment = createPayment(
    loadPaymentConfig({ ...environment('payment', servicesRedis), CATALOG_URL: catalogApp.url }),
    { bus: createMemoryBus() },
  );
  await startAll(payment.backgroundServices);
  const paymentApp = await startApp(createPaymentApp(payment));
  let auth = await startAuth();

  async function startAuth() {
    const config = loadAuthConfig(environment('auth', authRedis));
    const context = createAuth(config, { bus: createMemoryBus() }, CHEAP_HASHES);
    await startAll(context.backgroundServices);
    const server = createAuthApp(context).listen(authPort, '127.0.0.1');
    await once(server, 'listening');
    return {
      context,
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await stopAll(context.backgroundServices);
      },
    };
  }

  const authPool = database.poolOf('auth');
  const probe = connectRedis(getInfrastructure().redisUrl, createLogger('test', 'silent'), {
    timeoutMs: 2_000,
    retryWithinMs: 500,
  });
  await probe.connect();

  return {
    authUrl,
    catalogUrl: catalogApp.url,
    paymentUrl: paymentApp.url,
    authPool,
    authRedis,
    servicesRedis,
    async addPlayer() {
      const email = `${randomUUID()}@example.com`;
      await post(authUrl + signup.path, { email, password: PASSWORD });
      const link = `${authUrl}${verifyEmail.path}?token=${await linkFor(authPool, email)}`;
      const { token, user } = (await call(link)).body as Session;
      return { token, userId: user.id, email };
    },
    async logIn(email) {
      const { body } = await call(authUrl + login.path, { json: { email, password: PASSWORD } });
      return (body as Session).token;
    },
    async reset(email, password) {
      await post(authUrl + requestPasswordReset.path, { email });
      await post(authUrl + resetPassword.path, { token: await linkFor(authPool, email), password });
    },
    remove: (token) => post(authUrl + deleteAccount.path, { password: PASSWORD }, token),
    async emptyRedis() {
      const keys = await probe.keys(`${keyPrefix}*`);
      if (keys.length > 0) await probe.del(...keys);
    },
    async areMarkersCurrent() {
      const hash = `${keyPrefix}cairn:revocations`;
      const [complete, current] = await Promise.all([
        probe.hexists(hash, 'complete'),
        probe.exists(`${hash}:current`),
      ]);
      return complete === 1 && current === 1;
    },
    listRedisKeys: () => probe.keys(`${keyPrefix}*`),
    deleteRedisKey: async (key) => void (await probe.del(key)),
    // Checks the connections themselves: /readyz may report a cached result.
    async haveServicesRedis() {
      const pings = [catalog, payment].map(({ health }) => health.optional?.['redis']?.());
      return Promise.all(pings).then(
        () => true,
        () => false,
      );
    },
    async withoutAuth(work) {
      await auth.stop();
      try {
        await work();
      } finally {
        auth = await startAuth();
      }
    },
    async stop() {
      await Promise.all([catalogApp.stop(), paymentApp.stop(), auth.stop()]);
      await Promise.all([stopAll(catalog.backgroundServices), stopAll(payment.backgroundServices)]);
      await Promise.all([authRedis.stop(), servicesRedis.stop()]);
      probe.disconnect();
      await database.drop();
    },
  };
}

/** The token of the newest link for an address, as the worker opens it. */
async function linkFor(pool: Pool, email: string): Promise<string> {
  const { rows } = await pool.query(
    `SELECT data FROM outbox WHERE type = $1 AND data->>'email' = $2 ORDER BY position DESC LIMIT 1`,
    [emailRequested.type, email],
  );
  const mail = emailRequested.schema.parse(rows[0]?.data);
  return unseal(mail.sealedToken ?? '', sealKey, sealedTokenContext(mail));
}

async function post(url: string, json: object, token?: string): Promise<void> {
  const { status } = await call(url, { json, ...(token ? { token } : {}) });
  if (status >= 300) throw new Error(`${url} answered ${status}`);
}

async function startAll(backgroundServices: BackgroundService[]): Promise<void> {
  for (const service of backgroundServices) await service.start?.();
}

async function stopAll(backgroundServices: BackgroundService[]): Promise<void> {
  for (const service of backgroundServices.toReversed()) await service.stop();
}
