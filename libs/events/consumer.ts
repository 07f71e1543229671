import { EVENTS } from '@cairn/contracts/events/catalogue.ts';
import {
  type EventDefinition,
  type EventEnvelope,
  receiveEvent as receiveEventRoute,
} from '@cairn/contracts/events/define-event.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { runInSpan } from '@cairn/service-kit/tracing.ts';
import type { Bus, ReceivedMessage, Subscription } from './bus.ts';
import { countDeadLetters, insertDeadEvent, insertDeadMessage } from './dead-letters.store.ts';
import { createDueLoop, createDueSignal, type DueSignal } from './due-loop.ts';
import {
  checkHandlers,
  createRecentEvents,
  describeFailure,
  type EventHandler,
  findReception,
  type Handling,
  parseData,
  type RetryPolicy,
} from './handlers.ts';
import { findInboxState, lockInboxKey, receiveEvent } from './inbox.store.ts';
import { fromMessage, UnreadableMessageError } from './message.ts';
import {
  countParked,
  countUnknown,
  findNextRetryInMs,
  insertParked,
  insertUnknown,
} from './parked-events.store.ts';
import { retryParked } from './parked-retry.ts';

export type ConsumerOptions = {
  /** The consumer group, shared by all copies of the service. */
  service: string;
  subscriptions: readonly EventDefinition[];
  handlers: readonly EventHandler[];
  pool: Pool;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  retries?: RetryPolicy;
  /** Notified when another process parks an event. */
  due?: DueSignal;
};

export type Consumer = Pick<Inbox, 'receive' | 'retryParked'> & {
  start(): void;
  stop(): Promise<void>;
  /** Also true without subscriptions. */
  hasJoined(): boolean;
};

const RETRY_INTERVAL_MS = 100;

/** Passes the subscribed events to the inbox. Throws if a subscription lacks a handler. */
export function createConsumer(options: ConsumerOptions): Consumer {
  const { service, subscriptions, handlers, pool, bus, metrics } = options;
  checkHandlers(subscriptions, handlers);
  const inbox = createInbox(options);
  const handled = metrics.counter('events_received_total', 'Received events by outcome', [
    'outcome',
  ]);
  metrics.gauge('events_parked', 'Parked events', () => countParked(pool));
  metrics.gauge('events_unknown', 'Events that wait for a release that knows their type', () =>
    countUnknown(pool),
  );
  metrics.gauge('dead_letters', 'Events that no handler could apply', () => countDeadLetters(pool));
  metrics.gauge('consumer_lag', 'Unprocessed messages in assigned partitions', async () =>
    subscription ? subscription.lag() : 0,
  );
  const topics = [...new Set(subscriptions.map(({ topic }) => topic))];
  const retries = createRetryLoop(options, inbox);
  let subscription: Subscription | undefined;

  function wakeIfParked(outcome: Outcome): Outcome {
    if (outcome === 'parked') retries.wake();
    return outcome;
  }

  return {
    receive: async (event) => wakeIfParked(await inbox.receive(event)),
    retryParked: inbox.retryParked,
    hasJoined: () => topics.length === 0 || (subscription?.hasJoined() ?? false),
    start() {
      if (topics.length === 0) return;
      subscription = bus.subscribe({
        group: service,
        topics,
        from: 'beginning',
        onMessage: async (message) => {
          handled.inc({ outcome: wakeIfParked(await inbox.receiveMessage(message)) });
        },
      });
      retries.start();
    },
    async stop() {
      await Promise.all([subscription?.stop(), retries.stop()]);
    },
  };
}

/** Retries due parked events sequentially. */
function createRetryLoop({ pool, logger, due = createDueSignal() }: ConsumerOptions, inbox: Inbox) {
  const tables = ['parked_events'];
  const options = { name: 'parked_events', logger, due, tables, minIntervalMs: RETRY_INTERVAL_MS };
  return createDueLoop(options, async (stopping) => {
    // No pause while events are applied, so that a long queue behind one key drains quickly.
    while (!stopping.aborted && (await inbox.retryParked(stopping)) > 0);
    return findNextRetryInMs(pool);
  });
}

/** `POST /internal/events`: the hand-over of an event, through the same inbox as Kafka's copy. */
export function addEventIntake(routes: Routes, consumer: Pick<Consumer, 'receive'>): void {
  routes.add(receiveEventRoute, async ({ body }) => ({
    outcome: await consumer.receive({ ...body, data: body.data }),
  }));
}

/**
 * The effect is committed for `applied` (by this call) and `duplicate` (by an earlier one), and for
 * no other outcome.
 */
export type Outcome = 'applied' | 'duplicate' | 'parked' | 'ignored' | 'dead';

/** Exponential back-off from 1 s to 5 minutes with jitter; about 40 minutes in all. */
const DEFAULT_RETRIES: RetryPolicy = {
  maxAttempts: 15,
  waitMs: (attempts) => Math.min(1_000 * 2 ** (attempts - 1), 300_000) * (0.5 + Math.random() / 2),
};

export type InboxOptions = {
  pool: Pool;
  handlers: readonly EventHandler[];
  logger: Logger;
  retries?: RetryPolicy;
};

export type Inbox = {
  /** Receives a message from the bus. Rejects only while the database is unavailable. */
  receiveMessage(message: ReceivedMessage): Promise<Outcome>;
  /** Receives a hand-over, ahead of the bus. Rejects only while the database is unavailable. */
  receive(event: EventEnvelope): Promise<Outcome>;
  /** Retries the first due parked event of each key once. Returns how many were processed. */
  retryParked(signal?: AbortSignal): Promise<number>;
};

/**
 * Applies each event id once, and events of one key in order. The effect and the id are written in
 * one transaction. A failed event is parked and blocks later events of its key; an event of an
 * unknown type is parked until a release knows it and blocks none; an unreadable event, or one that
 * used up its attempts, becomes a dead letter.
 */
export function createInbox({ pool, handlers, logger, retries }: InboxOptions): Inbox {
  const handling: Handling = {
    pool,
    logger,
    retries: retries ?? DEFAULT_RETRIES,
    byType: new Map(handlers.map((handler) => [handler.definition.type, handler])),
    catalogue: new Set(EVENTS.map(({ type }) => type)),
    recent: createRecentEvents(),
  };
  return {
    receiveMessage: (message) => receiveMessage(handling, message),
    receive: (event) => receive(handling, event),
    retryParked: (signal) => retryParked(handling, signal),
  };
}

async function receiveMessage(handling: Handling, message: ReceivedMessage): Promise<Outcome> {
  let event: EventEnvelope;
  try {
    event = fromMessage(message);
  } catch (error) {
    if (!(error instanceof UnreadableMessageError)) throw error;
    await insertDeadMessage(handling.pool, message, error.message);
    handling.logger.error({ place: message.place, cause: error.message }, 'event.invalid');
    return 'dead';
  }
  return receive(handling, event);
}

async function receive(handling: Handling, event: EventEnvelope): Promise<Outcome> {
  const handler = findReception(handling, event);
  if (handler === 'ignored') return 'ignored';
  const { traceparent, topic, type } = event;
  return runInSpan(
    { name: `process ${topic} ${type}`, kind: 'consumer', traceparent },
    async () => {
      if (handler === 'unknown') return parkUnknown(handling, event);
      const parsed = parseData(handler, event);
      if (parsed.fault !== null) return deadLetter(handling, event, parsed.fault);
      try {
        const outcome = await handling.recent.run(event.id, () =>
          inTransaction(handling.pool, async (tx) => {
            const reception = await receiveEvent(tx, event);
            if (reception === 'behind') return parkBehind(tx, event);
            if (reception === 'applied') await handler.handle(tx, parsed.data, event);
            return reception;
          }),
        );
        handling.logger.info({ eventId: event.id, type: event.type }, `event.${outcome}`);
        return outcome;
      } catch (error) {
        return park(handling, event, error);
      }
    },
  );
}

async function parkBehind(tx: Transaction, event: EventEnvelope): Promise<'parked'> {
  await insertParked(tx, event, { attempts: 0, nextTryAt: new Date(), error: null });
  return 'parked';
}

/**
 * Uses a new transaction, since the failed one is rolled back. Rejects while the database is
 * unavailable.
 */
async function park(
  { pool, logger, retries }: Handling,
  event: EventEnvelope,
  error: unknown,
): Promise<Outcome> {
  await inTransaction(pool, async (tx) => {
    await lockInboxKey(tx, event);
    const { isHandled, isDead } = await findInboxState(tx, event);
    if (isHandled || isDead) return;
    const nextTryAt = new Date(Date.now() + retries.waitMs(1));
    await insertParked(tx, event, { attempts: 1, nextTryAt, error: describeFailure(error) });
  });
  logger.warn({ err: error, eventId: event.id, type: event.type }, 'event.parked');
  return 'parked';
}

/**
 * A newer release may publish types that this one does not know; a copy that knows them applies the
 * event.
 */
async function parkUnknown({ pool, logger }: Handling, event: EventEnvelope): Promise<Outcome> {
  const outcome = await inTransaction(pool, async (tx): Promise<Outcome> => {
    await lockInboxKey(tx, event);
    const { isHandled, isDead } = await findInboxState(tx, event);
    if (isHandled) return 'duplicate';
    if (isDead) return 'dead';
    await insertUnknown(tx, event);
    return 'parked';
  });
  const { id: eventId, type, version } = event;
  logger.warn({ eventId, type, version, outcome }, 'event.unknown');
  return outcome;
}

async function deadLetter(
  { pool, logger }: Handling,
  event: EventEnvelope,
  cause: string,
): Promise<Outcome> {
  await inTransaction(pool, (tx) => insertDeadEvent(tx, event, cause));
  logger.error({ eventId: event.id, type: event.type, cause }, 'event.dead_lettered');
  return 'dead';
}
