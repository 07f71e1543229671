import { SUBSCRIPTIONS } from '@cairn/contracts/events/catalogue.ts';
import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { ServiceName } from '@cairn/contracts/services.ts';
import { addEventIntake, type Consumer, createConsumer } from '@cairn/events/consumer.ts';
import type { EventHandler, RetryPolicy } from '@cairn/events/handlers.ts';
import { purgeEvents } from '@cairn/events/purge.ts';
import { createRelay } from '@cairn/events/relay.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import { pingDatabase, urlAtServer } from '@cairn/postgres/pool.ts';
import type { HealthChecks } from '@cairn/service-kit/health.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import {
  type Context,
  type ContextOverrides,
  createContext,
  type ServiceConfig,
} from './context.ts';

const PURGE_INTERVAL_MS = 3600_000;

/** What a service adds to its context. */
export type Wiring = {
  /** Exactly one for each of the service's subscriptions. */
  handlers: readonly EventHandler[];
  /** Connections start before relay and consumer, the others after them. */
  backgroundServices?: readonly BackgroundService[];
  /** Dependencies whose failure makes the process degraded, not unready. */
  optional?: NonNullable<HealthChecks['optional']>;
  retries?: RetryPolicy;
};

export type Service<Own extends Wiring = Wiring> = Context &
  Omit<Own, keyof Wiring> & {
    consumer: Consumer;
    health: HealthChecks;
    /** Serves `POST /internal/events`. */
    intake: StaffRoutes;
  };

/**
 * The one way in which a service is wired: context, then what `wire` makes of it, then outbox relay
 * and inbox. Opens no connection yet. Throws if the handlers do not match the subscriptions exactly.
 */
export function createService<Own extends Wiring>(
  name: ServiceName,
  config: ServiceConfig,
  overrides: ContextOverrides,
  wire: (context: Context) => Own,
): Service<Own> {
  const context = createContext(name, config, overrides);
  const { handlers, backgroundServices = [], optional, retries, ...own } = wire(context);
  const { pool, bus, logger, metrics, due } = context;
  const subscriptions: readonly EventDefinition[] = SUBSCRIPTIONS[name];
  const shared = { pool, bus, logger, metrics, due };
  const consumer = createConsumer({
    ...shared,
    service: name,
    subscriptions,
    handlers,
    ...(retries ? { retries } : {}),
  });
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = config;
  const databaseUrl = urlAtServer(DATABASE_URL, DATABASE_DIRECT_URL);
  const relay = createRelay({ ...shared, databaseUrl, schema: name });
  const intake = context.createRoutes();
  addEventIntake(intake, consumer);
  return {
    ...context,
    ...own,
    consumer,
    intake,
    backgroundServices: [
      ...context.backgroundServices,
      ...backgroundServices.filter(({ isConnection }) => isConnection),
      repeat({ name: 'events.purge', everyMs: PURGE_INTERVAL_MS, logger }, (signal) =>
        purgeEvents(pool, logger, signal),
      ),
      relay,
      consumer,
      ...backgroundServices.filter(({ isConnection }) => !isConnection),
    ],
    health: {
      required: {
        database: () => pingDatabase(pool),
        consumers: async () => consumer.hasJoined(),
      },
      optional: { ...context.optional, ...optional },
    },
  };
}
