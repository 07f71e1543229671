import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { Bus, Subscription } from './bus.ts';
import { countDeadLetters } from './dead-letters.store.ts';
import { checkHandlers, type EventHandler } from './handlers.ts';
import type { RetryPolicy } from './handling.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { countParked, countUnknown } from './parked-events.store.ts';
import { pause } from './retry.ts';

export type ConsumerOptions = {
  /** The consumer group: all copies of a service share its messages. */
  service: string;
  subscriptions: readonly EventDefinition[];
  handlers: readonly EventHandler[];
  pool: Pool;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  retries?: RetryPolicy;
};

export type Consumer = Pick<Inbox, 'receive' | 'retryParked'> & {
  start(): void;
  stop(): Promise<void>;
  /** True where there is nothing to consume, too. */
  hasJoined(): boolean;
};

const RETRY_LOOK_MS = 500;

/** Brings the events of a service's table of handlers to its inbox. Throws where the table is not complete. */
export function createConsumer(options: ConsumerOptions): Consumer {
  const { service, subscriptions, handlers, pool, bus, logger, metrics } = options;
  checkHandlers(subscriptions, handlers);
  const inbox = createInbox(options);
  const handled = metrics.counter('events_received_total', 'Events by what became of them', [
    'outcome',
  ]);
  metrics.gauge('events_parked', 'Events that wait for their next try', () => countParked(pool));
  metrics.gauge('events_unknown', 'Events that wait for a release that knows their type', () =>
    countUnknown(pool),
  );
  metrics.gauge('dead_letters', 'Events that nobody could handle', () => countDeadLetters(pool));
  metrics.gauge('consumer_lag', 'Messages of its partitions that wait', async () =>
    subscription ? subscription.lag() : 0,
  );
  const topics = [...new Set(subscriptions.map(({ topic }) => topic))];
  const retries = createRetryLoop(inbox, logger);
  let subscription: Subscription | undefined;
  return {
    receive: inbox.receive,
    retryParked: inbox.retryParked,
    hasJoined: () => topics.length === 0 || (subscription?.hasJoined() ?? false),
    start() {
      if (topics.length === 0) return;
      subscription = bus.subscribe({
        group: service,
        topics,
        from: 'beginning',
        onMessage: async (message) => {
          handled.inc({ outcome: await inbox.receiveMessage(message) });
        },
      });
      retries.start();
    },
    async stop() {
      await Promise.all([subscription?.stop(), retries.stop()]);
    },
  };
}

/** Looks for parked events whose time has come, one look after another, never two at once. */
function createRetryLoop(inbox: Inbox, logger: Logger) {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Without a pause while there is progress, so that a key with many is soon through.
      const count = await inbox.retryParked(stopping.signal).catch((err) => {
        logger.warn({ err }, 'consumer.retry_failed');
        return 0;
      });
      if (count === 0) await pause(RETRY_LOOK_MS, stopping.signal);
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
