import { inspect } from 'node:util';
import type {
  EventData,
  EventDefinition,
  EventEnvelope,
} from '@cairn/contracts/events/define-event.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';

/** Applies an event within `tx`; a throw rolls back and the event is retried later. */
export type Handle<Data> = (tx: Transaction, data: Data, event: EventEnvelope) => Promise<void>;

export type EventHandler = {
  definition: EventDefinition;
  handle: Handle<unknown>;
};

/** One handler of a service, with the event that it handles. */
export function on<Definition extends EventDefinition>(
  definition: Definition,
  handle: Handle<EventData<Definition>>,
): EventHandler {
  return {
    definition,
    handle: (tx, data, event) => handle(tx, data as EventData<Definition>, event),
  };
}

/**
 * Fails at boot if an event of `subscriptions` has no handler or two, or a handler has no
 * subscription.
 */
export function checkHandlers(
  subscriptions: readonly EventDefinition[],
  handlers: readonly EventHandler[],
): void {
  const declared = subscriptions.map(({ type }) => type);
  for (const type of declared) {
    const count = handlers.filter(({ definition }) => definition.type === type).length;
    if (count !== 1) throw new Error(`${type} has ${count} handlers; it needs exactly one`);
  }
  for (const { definition } of handlers) {
    if (!declared.includes(definition.type))
      throw new Error(`${definition.type} is handled but not declared`);
  }
}

export type RetryPolicy = {
  /** After this number of failures an event becomes a dead letter. */
  maxAttempts: number;
  /** Delay in ms before the next attempt, by number of failures. */
  waitMs: (attempts: number) => number;
};

/** Dependencies of receiving and retrying. */
export type Handling = {
  pool: Pool;
  logger: Logger;
  retries: RetryPolicy;
  byType: ReadonlyMap<string, EventHandler>;
  /** Types in the contracts: this service ignores those without a handler. */
  catalogue: ReadonlySet<string>;
  recent: RecentEvents;
};

/** Decides how to treat an event before calling its handler. */
export function findReception(
  { byType, catalogue }: Pick<Handling, 'byType' | 'catalogue'>,
  { type, version }: Pick<EventEnvelope, 'type' | 'version'>,
): EventHandler | 'ignored' | 'unknown' {
  const handler = byType.get(type);
  if (handler) return handler.definition.version === version ? handler : 'unknown';
  return catalogue.has(type) ? 'ignored' : 'unknown';
}

/** The parsed data, or the reason why the handler can never apply the event. */
export function parseData(
  handler: EventHandler,
  event: EventEnvelope,
): { data: unknown; fault: null } | { fault: string } {
  const { type, schema } = handler.definition;
  const result = schema.safeParse(event.data);
  return result.success
    ? { data: result.data, fault: null }
    : { fault: `${type} does not fit its schema: ${result.error.message}` };
}

/** Accepts any thrown value. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}

export type RecentEvents = {
  /**
   * Runs `apply`, or returns `duplicate` where this process has applied the event, after waiting for
   * a call in progress.
   */
  run<Result extends string>(
    id: string,
    apply: () => Promise<Result>,
  ): Promise<Result | 'duplicate'>;
};

/** An event that was handed over by HTTP usually arrives from Kafka within a second. */
const MAX_EVENTS = 1_000;

/**
 * The events that this process is applying or has applied. Only saves statements: the inbox decides
 * for other processes, after a restart, and for what is not remembered any more.
 */
export function createRecentEvents(): RecentEvents {
  const events = new Map<string, Promise<string>>();
  return {
    async run(id, apply) {
      const earlier = await events.get(id)?.catch(() => null);
      if (earlier === 'applied' || earlier === 'duplicate') return 'duplicate';
      const applying = apply();
      events.set(id, applying);
      const [oldest] = events.keys();
      if (events.size > MAX_EVENTS && oldest) events.delete(oldest);
      return applying;
    },
  };
}
