import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { Bus, Subscription } from './bus.ts';
import { countDeadLetters } from './dead-letters.store.ts';
import { createDueLoop, createDueSignal, type DueSignal } from './due-loop.ts';
import { checkHandlers, type EventHandler } from './handlers.ts';
import type { RetryPolicy } from './handling.ts';
import { createInbox, type Inbox, type Outcome } from './inbox.ts';
import { countParked, countUnknown, findNextRetryInMs } from './parked-events.store.ts';

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
  const options = { name: 'parked_events', logger, due, minIntervalMs: RETRY_INTERVAL_MS };
  return createDueLoop(options, async (stopping) => {
    // No pause while events are applied, so that a long queue behind one key drains quickly.
    while (!stopping.aborted && (await inbox.retryParked(stopping)) > 0);
    return findNextRetryInMs(pool);
  });
}
