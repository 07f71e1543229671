import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { runInSpan } from '@cairn/service-kit/tracing.ts';
import type pg from 'pg';
import type { Bus } from './bus.ts';
import { createWakeSignal, type DueSignal, type WakeSignal } from './due-loop.ts';
import { describeFailure } from './handlers.ts';
import { createLogThrottle } from './log-throttle.ts';
import { inPublishableBatches, toMessage } from './message.ts';
import {
  listUnpublished,
  markPublished,
  oldestUnpublishedAge,
  type UnpublishedEvent,
} from './outbox.store.ts';
import { holdConnection, tryLock } from './relay-connection.ts';
import { pause, withTimeout } from './retry.ts';

export type RelayOptions = {
  /** Connects to Postgres directly, not through a pooler: the lock and LISTEN belong to one session. */
  databaseUrl: string;
  schema: string;
  pool: Pool;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  /** Notified when rows with a due time are committed: the relay's connection listens for them. */
  due?: DueSignal;
};

export type Relay = { start(): void; stop(): Promise<void>; hasLock(): boolean };

const BATCH = 100;
/** Fallback only: NOTIFY wakes the relay at once. */
const POLL_INTERVAL_MS = 5_000;
const TRY_LOCK_EVERY_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Time to mark rows that the broker is about to acknowledge; unmarked rows are sent again. */
const STOP_TIMEOUT_MS = 3_000;

type State = RelayOptions & {
  wake: WakeSignal;
  stopping: AbortSignal;
  isActive: boolean;
  failures: number;
  onSent: (count: number) => void;
};

/**
 * Publishes the outbox of one schema. Among all copies of a service, the one whose connection holds
 * the schema's advisory lock is active. Reads and marks use that same connection, so a relay that
 * lost the lock cannot mark rows. At-least-once delivery: a crash between the acknowledgement and
 * the mark sends an event twice.
 */
export function createRelay(options: RelayOptions): Relay {
  const { pool, logger, metrics } = options;
  const sent = metrics.counter('outbox_published_total', 'Events sent on to the bus');
  metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event not yet sent', () =>
    oldestUnpublishedAge(pool),
  );
  const stopping = new AbortController();
  const state: State = {
    ...options,
    wake: createWakeSignal(),
    stopping: stopping.signal,
    isActive: false,
    failures: 0,
    onSent: (count) => sent.inc(count),
  };
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = run(state);
    },
    async stop() {
      stopping.abort();
      state.wake.notify();
      // A broker or database that hangs must not block the shutdown.
      await withTimeout(running, STOP_TIMEOUT_MS).catch((err) =>
        logger.warn({ err }, 'relay.stop_timed_out'),
      );
    },
    hasLock: () => state.isActive,
  };
}

async function run(state: State): Promise<void> {
  const { databaseUrl, schema, wake, due, stopping, logger } = state;
  const throttle = createLogThrottle();
  while (!stopping.aborted) {
    try {
      const onDue = (table?: string) => due?.notify(table);
      await holdConnection({ databaseUrl, schema, onWake: wake.notify, onDue }, (client) =>
        work(state, client),
      );
    } catch (err) {
      state.failures += 1;
      const fields = { err, schema, failures: state.failures };
      throttle(describeFailure(err), (more) => logger.warn({ ...fields, ...more }, 'relay.failed'));
      // Sleeps instead of waiting for NOTIFY: while the broker is unavailable, each new event would start another attempt.
      await pause(Math.min(100 * 2 ** state.failures, MAX_WAIT_MS), stopping);
    } finally {
      state.isActive = false;
    }
  }
}

async function work(state: State, client: pg.Client): Promise<void> {
  const { schema, wake, stopping, logger } = state;
  while (!stopping.aborted && !(await tryLock(client))) await pause(TRY_LOCK_EVERY_MS, stopping);
  if (stopping.aborted) return;
  state.isActive = true;
  logger.info({ schema }, 'relay.active');
  while (!stopping.aborted) {
    await publishAll(state, client);
    state.failures = 0;
    await wake.wait(POLL_INTERVAL_MS);
  }
}

async function publishAll(state: State, client: pg.Client): Promise<void> {
  const { bus, stopping, onSent } = state;
  let events = await listUnpublished(client, BATCH);
  while (events.length > 0) {
    let next: UnpublishedEvent[] = [];
    const messages = events.map((event) => ({ ...toMessage(event), event }));
    for (const batch of inPublishableBatches(messages)) {
      if (stopping.aborted) return;
      const began = performance.now();
      await bus.publish(batch);
      const positions = batch.map(({ event }) => event.position);
      next = await markPublished(client, positions, BATCH);
      const ms = Math.ceil(performance.now() - began);
      onSent(batch.length);
      for (const { event } of batch) await logPublished(state, event, ms);
    }
    events = next;
  }
}

/** Logs in the trace of the request that wrote the event. */
function logPublished({ logger }: State, event: UnpublishedEvent, ms: number): Promise<void> {
  const { id: eventId, type, topic, traceparent } = event;
  const startedAt = new Date(Date.now() - ms);
  return runInSpan(
    { name: `send ${topic} ${type}`, kind: 'producer', traceparent, startedAt },
    async () => logger.info({ eventId, type, ms }, 'event.published'),
  );
}
