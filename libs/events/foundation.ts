import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import { SUBSCRIPTIONS } from '@cairn/contracts/events/subscriptions.ts';
import type { Caller } from '@cairn/contracts/internal/callers.ts';
import type { ServiceName } from '@cairn/contracts/services.ts';
import { addPoolMetrics, createPool, type Pool, pingDatabase } from '@cairn/postgres/pool.ts';
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
import type { Bus } from './bus.ts';
import { type Consumer, createConsumer } from './consumer.ts';
import { createDueSignal, type DueSignal } from './due-loop.ts';
import type { EventHandler } from './handlers.ts';
import type { RetryPolicy } from './handling.ts';
import { createHousekeeping } from './housekeeping.ts';
import { addEventIntake } from './intake.ts';
import { createKafkaBus } from './kafka.ts';
import { createPublisher, type PublishEvent } from './outbox.ts';
import { createRelay } from './relay.ts';
import { type StaffRoutes, withStaffActs } from './staff-routes.ts';

export type ServiceConfig = {
  [Name in keyof typeof serviceVariables]: z.output<(typeof serviceVariables)[Name]>;
};

export type Foundation = {
  service: ServiceName;
  config: ServiceConfig;
  logger: Logger;
  metrics: Metrics;
  pool: Pool;
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

export type FoundationOverrides = {
  bus?: Bus;
  logger?: Logger;
  /** Source of revoked session tokens, if not Redis and auth. */
  revocations?: (pool: Pool) => Revocations;
};

/** Dependencies that every service shares. Opens no connection yet. */
export function createFoundation(
  service: ServiceName,
  config: ServiceConfig,
  overrides: FoundationOverrides = {},
): Foundation {
  const logger = overrides.logger ?? createLogger(service, config.LOG_LEVEL);
  const pool = createPool({
    url: config.DATABASE_URL,
    schema: service,
    name: service,
    onError: (err) => logger.warn({ err }, 'database.connection_lost'),
  });
  const metrics = createMetrics(service);
  addPoolMetrics(metrics, pool);
  const bus =
    overrides.bus ??
    createKafkaBus({ brokers: config.KAFKA_BROKERS, clientId: service, logger, onFatal: crash });
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
    pool,
    bus,
    publish: createPublisher(service),
    due: createDueSignal(),
    backgroundServices: [
      { stop: () => pool.end(), isConnection: true },
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

export type Eventing = {
  consumer: Consumer;
  /** The foundation's, then housekeeping, relay and consumer: for `runProcess`. */
  backgroundServices: BackgroundService[];
  health: HealthChecks;
  /** Serves `POST /internal/events`. */
  intake: StaffRoutes;
};

/** Outbox relay and inbox of a service. Throws if `handlers` do not match its subscriptions exactly. */
export function createEventing(
  foundation: Foundation,
  handlers: readonly EventHandler[],
  retries?: RetryPolicy,
): Eventing {
  const { service, config, pool, bus, logger, metrics, due } = foundation;
  const subscriptions: readonly EventDefinition[] = SUBSCRIPTIONS[service];
  const consumer = createConsumer({
    service,
    subscriptions,
    handlers,
    pool,
    bus,
    logger,
    metrics,
    due,
    ...(retries ? { retries } : {}),
  });
  const relay = createRelay({
    databaseUrl: config.DATABASE_URL,
    schema: service,
    pool,
    bus,
    logger,
    metrics,
    due,
  });
  const intake = foundation.createRoutes();
  addEventIntake(intake, consumer);
  return {
    consumer,
    intake,
    backgroundServices: [
      ...foundation.backgroundServices,
      createHousekeeping(pool, logger),
      relay,
      consumer,
    ],
    health: {
      required: {
        database: () => pingDatabase(pool),
        consumers: async () => consumer.hasJoined(),
      },
      optional: foundation.optional,
    },
  };
}

/** Ends the process through its uncaughtException handler, which logs the error. */
function crash(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}
