import type { Caller, ServiceName } from '@cairn/contracts/services.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createDueSignal, type DueSignal } from '@cairn/events/due-loop.ts';
import { kafkaConnection } from '@cairn/events/kafka/connection.ts';
import { createKafkaBus } from '@cairn/events/kafka.ts';
import { createPublisher, type PublishEvent } from '@cairn/events/outbox.ts';
import { type StaffRoutes, withStaffActs } from '@cairn/events/staff-routes.ts';
import {
  addPoolMetrics,
  createPool,
  type Pool,
  type PoolOptions,
  urlAtServer,
} from '@cairn/postgres/pool.ts';
import { createReplica, type ReadPool, type Replica } from '@cairn/postgres/replica.ts';
import type { serviceVariables } from '@cairn/service-kit/config.ts';
import type { HealthChecks } from '@cairn/service-kit/health.ts';
import { createAuthenticator } from '@cairn/service-kit/identity.ts';
import {
  createRevocations,
  type Revocations,
  rejectRevoked,
} from '@cairn/service-kit/identity-revocation.ts';
import {
  createInternalSigner,
  createInternalVerifier,
} from '@cairn/service-kit/internal-tokens.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { createLogger, type Logger } from '@cairn/service-kit/logger.ts';
import { createMetrics, type Metrics } from '@cairn/service-kit/metrics.ts';
import { createRoutes } from '@cairn/service-kit/routes.ts';
import { createServiceClient, type ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { z } from 'zod';

export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>>;

/** What every service has: configuration, connections, and what is derived from them. */
export type Context = {
  service: ServiceName;
  config: ServiceConfig;
  logger: Logger;
  metrics: Metrics;
  pool: Pool;
  /** For session locks: connections without a transaction pooler. */
  sessions: Pool;
  /** For reads that may be ten seconds old: at the replica while there is one. */
  reads: ReadPool;
  /** Null without `DATABASE_REPLICA_URL`. */
  replica: Replica | null;
  bus: Bus;
  publish: PublishEvent;
  /** Notified when rows with a due time are written, by any process: for `createDueLoop`. */
  due: DueSignal;
  /** Started first and stopped last. */
  backgroundServices: BackgroundService[];
  /** Dependencies whose failure makes the process degraded, not unready. */
  optional: NonNullable<HealthChecks['optional']>;
  /** Calls internal routes of another service, authenticated as this one. */
  createClient(service: Caller, baseUrl: string, timeoutMs?: number): ServiceClient;
  /**
   * An empty router with the service's access checks. With `checksRevocation: false` its handlers
   * refuse revoked tokens themselves, in the statement that reads the user.
   */
  createRoutes(options?: { checksRevocation: boolean }): StaffRoutes;
};

export type ContextOverrides = {
  bus?: Bus;
  logger?: Logger;
  /** Source of revoked session tokens, if not Redis and auth. */
  revocations?: (pool: Pool) => Revocations;
};

/** Opens no connection yet. */
export function createContext(
  service: ServiceName,
  config: ServiceConfig,
  overrides: ContextOverrides = {},
): Context {
  const logger = overrides.logger ?? createLogger(service, config.LOG_LEVEL);
  const database = connectDatabase(service, config, logger);
  const { pool } = database;
  const metrics = createMetrics(service);
  addPoolMetrics(metrics, pool);
  const bus =
    overrides.bus ??
    createKafkaBus({ ...kafkaConnection(config), clientId: service, logger, onFatal: crash });
  const sign = createInternalSigner(service, config.INTERNAL_PRIVATE_KEY);
  const verifyInternal = createInternalVerifier(service, config.INTERNAL_PUBLIC_KEYS);
  const revocations =
    overrides.revocations?.(pool) ??
    createRevocations({
      redisUrl: config.REDIS_URL,
      authUrl: config.AUTH_URL,
      sign,
      logger,
    });
  const verifyToken = createAuthenticator(config.JWT_PUBLIC_KEYS);
  const rejectRevokedToken = rejectRevoked(verifyToken, revocations.findState);
  return {
    service,
    config,
    logger,
    metrics,
    ...database,
    bus,
    publish: createPublisher(service),
    due: createDueSignal(),
    backgroundServices: [
      ...database.backgroundServices,
      { stop: () => bus.close(), isConnection: true },
      revocations.backgroundService,
    ],
    optional: { redis: () => revocations.ping(), kafka: () => bus.ping() },
    createClient: (called, baseUrl, timeoutMs) =>
      createServiceClient({ service: called, baseUrl, sign, ...(timeoutMs ? { timeoutMs } : {}) }),
    createRoutes({ checksRevocation } = { checksRevocation: true }) {
      const authenticate = checksRevocation ? rejectRevokedToken : verifyToken;
      return withStaffActs(pool, createRoutes({ authenticate, verifyInternal }));
    },
  };
}

/** A hanging replica fails a query before the gateway gives up, so that the primary answers the next one. */
const READS_AT_REPLICA = { allowsStandby: true, statementMs: 3_000 };

/** The service's pools: direct and replica connections only where the configuration has them. */
function connectDatabase(service: ServiceName, config: ServiceConfig, logger: Logger) {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = config;
  const connect = (server = url, options: Partial<PoolOptions> = {}) =>
    createPool({
      ...{ url: urlAtServer(url, server), schema: service, name: service, ...options },
      onError: (err) => logger.warn({ err }, 'database.connection_lost'),
    });
  const pool = connect();
  const sessions = DATABASE_DIRECT_URL ? connect(DATABASE_DIRECT_URL, { max: 3 }) : pool;
  const readPool = DATABASE_REPLICA_URL && connect(DATABASE_REPLICA_URL, READS_AT_REPLICA);
  const replica = readPool ? createReplica({ primary: pool, pool: readPool, logger }) : null;
  const pools = new Set([pool, sessions, ...(readPool ? [readPool] : [])]);
  return {
    ...{ pool, sessions, replica },
    reads: replica && readPool ? replica.readsOf(pool, readPool) : pool,
    backgroundServices: [
      ...[...pools].map((each) => ({ stop: () => each.end(), isConnection: true })),
      ...(replica ? [replica.backgroundService] : []),
    ],
  };
}

/** Ends the process through its uncaughtException handler, which logs the error. */
function crash(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}
