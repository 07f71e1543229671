import { randomBytes } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { emailRequested, sealedTokenContext } from '@cairn/contracts/events/users.ts';
import type { Session, User } from '@cairn/contracts/http/accounts.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { createLogger, type Logger } from '@cairn/service-kit/logger.ts';
import { unseal } from '@cairn/service-kit/seal.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { type Answer, type CallOptions, call, startApp } from '@cairn/testing/http.ts';
import { noRevocations, testKeys } from '@cairn/testing/identity.ts';
import { createListener } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { PasswordOptions } from '../src/passwords/passwords.ts';
import { purge } from '../src/purge.ts';
import { createAuth } from '../src/service.ts';

/** No server listens on this address. */
export const UNREACHABLE_URL = 'http://127.0.0.1:1';

export const sealKey = randomBytes(32);

export type AuthUnderTest = {
  database: TestDatabase;
  bus: Bus;
  url: string;
  /** The connection pool of the service. */
  pool: Pool;
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Events published since the last call. */
  published(): Promise<EventEnvelope[]>;
  /** Deletes expired rows, as the service does every hour. */
  purge(): Promise<void>;
  /** Password hashes computed since the start. */
  countHashes(): Promise<number>;
  /** All log lines as one string. */
  log(): string;
  stop(): Promise<void>;
};

/**
 * Files of the same test process use the same threads, which must keep their priority: at a low one a
 * busy machine delays each connection to Postgres, too, which hashes its password there.
 */
export const REAL_HASHES: PasswordOptions = { lowersPriority: false };

/** For tests whose subject is not the cost of a hash. */
const CHEAP_HASHES: PasswordOptions = {
  ...REAL_HASHES,
  policy: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};

/** Starts the service over HTTP with its own database and an in-memory bus. */
export async function startAuth(
  environment: Record<string, string> = {},
  passwordOptions: PasswordOptions = CHEAP_HASHES,
): Promise<AuthUnderTest> {
  const database = await createTestDatabase();
  const bus = createMemoryBus();
  const lines: string[] = [];
  const context = createAuth(
    loadConfig({ ...environmentOf(database), ...environment }),
    { bus, logger: collectingLogger(lines) },
    passwordOptions,
  );
  context.consumer.start();
  const app = await startApp(createListener(context));
  return {
    database,
    bus,
    url: app.url,
    pool: context.pool,
    call: (path, options) => call(`${app.url}${path}`, options),
    published: () => drainOutbox(context.pool, bus),
    purge: () => purge(context),
    async countHashes() {
      const metric = await context.metrics.registry.getSingleMetric('password_hashes_total')?.get();
      return metric?.values[0]?.value ?? Number.NaN;
    },
    log: () => lines.join(''),
    async stop() {
      await app.stop();
      await context.consumer.stop();
      await context.pool.end();
      await database.drop();
    },
  };
}

export const PASSWORD = 'a good password';

export function signUp(auth: AuthUnderTest, email: string, password = PASSWORD): Promise<Answer> {
  return auth.call('/api/auth/signup', { json: { email, password } });
}

export function logIn(auth: AuthUnderTest, email: string, password = PASSWORD): Promise<Answer> {
  return auth.call('/api/auth/login', { json: { email, password } });
}

export function verify(auth: AuthUnderTest, token: string): Promise<Answer> {
  return auth.call(`/api/auth/verify-email?token=${encodeURIComponent(token)}`);
}

/** Unsealed link tokens of the requested mails, in order. */
export function tokensIn(events: EventEnvelope[]): string[] {
  return events
    .filter(({ type }) => type === emailRequested.type)
    .map(({ data }) => emailRequested.schema.parse(data))
    .flatMap((mail) =>
      mail.sealedToken ? [unseal(mail.sealedToken, sealKey, sealedTokenContext(mail))] : [],
    );
}

/** Signs up and returns the token of the mailed link. */
export async function signUpForToken(auth: AuthUnderTest, email: string): Promise<string> {
  await signUp(auth, email);
  const token = tokensIn(await auth.published()).at(-1);
  if (!token) throw new Error('no link was mailed');
  return token;
}

/** Adds a user who signed up and used the verification link. */
export async function addVerifiedUser(auth: AuthUnderTest, email: string): Promise<Session> {
  const { body } = await verify(auth, await signUpForToken(auth, email));
  return body as Session;
}

export async function sessionOf(auth: AuthUnderTest, token: string): Promise<User> {
  const { body } = await auth.call('/api/auth/verify', { token });
  return body as User;
}

function environmentOf(database: TestDatabase): Record<string, string> {
  return {
    ...testKeys,
    ...noRevocations,
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.urlOf('auth'),
    KAFKA_BROKERS: 'none:1',
    LINK_SEAL_KEY: sealKey.toString('base64'),
    CATALOG_URL: UNREACHABLE_URL,
    PAYMENT_URL: UNREACHABLE_URL,
    NOTIFICATION_URL: UNREACHABLE_URL,
    ADMIN_URL: UNREACHABLE_URL,
  };
}

function collectingLogger(lines: string[]): Logger {
  return createLogger('auth', 'debug', { write: (line) => void lines.push(line) });
}
