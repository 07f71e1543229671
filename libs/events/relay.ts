import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import pg from 'pg';
import type { Bus } from './bus.ts';
import { toMessage } from './message.ts';
import { listUnpublished, markPublished, oldestUnpublishedAge } from './outbox.store.ts';

export type RelayOptions = {
  databaseUrl: string;
  schema: string;
  pool: Pool;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
};

export type Relay = { start(): void; stop(): Promise<void>; hasLock(): boolean };

const BATCH = 100;
/** Only a fallback: NOTIFY wakes the relay at once. */
const LOOK_EVERY_MS = 5_000;
const LONGEST_WAIT_MS = 10_000;
const LOCK =
  "SELECT pg_try_advisory_lock(hashtextextended('relay:' || current_schema(), 0)) AS held";

/**
 * Sends the outbox of one schema on to the bus. Of all copies of a service one is active, the one
 * whose connection holds the schema's advisory lock; the others stand by. Reading and marking use
 * that same connection, so that whoever lost the lock can mark nothing. An event may be sent twice
 * (a crash between the broker's acknowledgement and the mark), never not at all.
 */
export function createRelay(options: RelayOptions): Relay {
  const { schema, pool, bus, logger, metrics } = options;
  const sent = metrics.counter('outbox_published_total', 'Events sent on to the bus');
  metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event not yet sent', () =>
    oldestUnpublishedAge(pool),
  );
  const bell = createBell();
  let isStopping = false;
  let isActive = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    for (let failures = 0; !isStopping; ) {
      try {
        await holdConnection(options, bell.ring, async (client) => {
          await waitForLock(client);
          while (!isStopping) {
            await publishAll(client);
            failures = 0;
            await bell.wait(LOOK_EVERY_MS);
          }
        });
      } catch (err) {
        failures += 1;
        logger.warn({ err, schema, failures }, 'relay.failed');
        await bell.wait(Math.min(100 * 2 ** failures, LONGEST_WAIT_MS));
      } finally {
        isActive = false;
      }
    }
  }

  async function waitForLock(client: pg.Client): Promise<void> {
    while (!isStopping) {
      const { rows } = await client.query(LOCK);
      if (rows[0].held) {
        isActive = true;
        logger.info({ schema }, 'relay.active');
        return;
      }
      await bell.waitQuietly(1_000);
    }
  }

  async function publishAll(client: pg.Client): Promise<void> {
    while (!isStopping) {
      const events = await listUnpublished(client, BATCH);
      if (events.length === 0) return;
      await bus.publish(events.map(toMessage));
      await markPublished(
        client,
        events.map((event) => event.position),
      );
      sent.inc(events.length);
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      isStopping = true;
      bell.ring();
      await running;
    },
    hasLock: () => isActive,
  };
}

/** A connection of its own that listens for new events; an error on it, also while idle, rejects. */
async function holdConnection(
  { databaseUrl, schema }: RelayOptions,
  onNotify: () => void,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `${schema}-relay`,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  let broken: Error | undefined;
  client.on('error', (error) => {
    broken = error;
    onNotify();
  });
  client.on('notification', onNotify);
  try {
    await client.connect();
    await client.query(`LISTEN "${schema}_outbox"`);
    await work(client);
    if (broken) throw broken;
  } finally {
    await client.end().catch(() => {});
  }
}

type Bell = {
  ring(): void;
  /** Until the bell rings (also if it rang since the last wait) or the time is over. */
  wait(ms: number): Promise<void>;
  /** The same, but leaves a ring for the next `wait`. */
  waitQuietly(ms: number): Promise<void>;
};

function createBell(): Bell {
  let hasRung = false;
  let wake: () => void = () => {};
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(ms) {
      if (!hasRung) await wait(ms);
      hasRung = false;
    },
    waitQuietly: wait,
  };
}
