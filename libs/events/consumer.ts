import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { Bus, Subscription } from './bus.ts';
import { countDeadLetters } from './dead-letters.store.ts';
import { checkHandlers, type EventHandler } from './handlers.ts';
import { createInbox, type Inbox, type RetryPolicy } from './inbox.ts';
import { countParked } from './parked-events.store.ts';

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
  metrics.gauge('dead_letters', 'Events that nobody could handle', () => countDeadLetters(pool));
  const topics = [...new Set(subscriptions.map(({ topic }) => topic))] as TopicName[];
  let subscription: Subscription | undefined;
  let retrying: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  /** One look after another, never two at once. */
  function scheduleRetries(): void {
    timer = setTimeout(() => {
      retrying = retryAll()
        .catch((err) => logger.warn({ err }, 'consumer.retry_failed'))
        .then(() => {
          if (!stopping.signal.aborted) scheduleRetries();
        });
    }, RETRY_LOOK_MS);
  }

  /** Round after round without a pause while there is progress, so that a key with many is soon through. */
  async function retryAll(): Promise<void> {
    let count: number;
    do count = await inbox.retryParked(stopping.signal);
    while (count > 0);
  }

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
      scheduleRetries();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await subscription?.stop();
      await retrying;
    },
  };
}
