import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../bus.ts';
import { listUnpublished } from '../outbox.store.ts';
import { createPublisher } from '../outbox.ts';
import { createRelay, type Relay } from '../relay.ts';
import { happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
const publish = createPublisher('auth');
const relays: Relay[] = [];

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});
afterAll(() => database.drop());

/** Records published messages in order; `behave` runs before each batch. */
function createFakeBus(behave: (batch: BusMessage[]) => Promise<void> = async () => {}) {
  const sent: BusMessage[] = [];
  const bus: Pick<Bus, 'publish'> = {
    async publish(batch) {
      await behave(batch);
      sent.push(...batch);
    },
  };
  return {
    bus: bus as Bus,
    sent,
    numbers: (key: string) =>
      sent
        .filter((message) => String(message.key) === key)
        .map(({ value }) => JSON.parse(String(value)).n),
  };
}

function startRelay(bus: Bus, logger = createLogger('test', 'silent')): Relay {
  const relay = createRelay({
    databaseUrl: database.urlOf('auth'),
    schema: 'auth',
    pool,
    bus,
    logger,
    metrics: createMetrics('test'),
  });
  relays.push(relay);
  relay.start();
  return relay;
}

function publishOne(key: string, n: number, text = '') {
  return inTransaction(pool, (tx) => publish(tx, happened, { key, n, text }));
}

function waitForEmptyOutbox() {
  return waitUntil(async () => (await listUnpublished(pool, 1)).length === 0, {
    what: 'an empty outbox',
  });
}

async function terminate(applicationName: string): Promise<number> {
  const { rowCount } = await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [applicationName],
  );
  return rowCount ?? 0;
}

/** Backends of both copies, once neither is in `before`. */
function connectionsOfBoth(before: readonly number[] = []): Promise<number[]> {
  return waitUntil(
    async () => {
      const { rows } = await pool.query(
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'auth-relay' AND datname = current_database()`,
      );
      const pids = rows.map(({ pid }) => Number(pid));
      return pids.length === 2 && !pids.some((pid) => before.includes(pid)) ? pids : null;
    },
    { what: 'the connections of both copies' },
  );
}

describe('relay', () => {
  it('P-2.5 logs an unavailable bus once, not at each attempt', async () => {
    const log = captureLog();
    let tries = 0;
    const { bus, numbers } = createFakeBus(async () => {
      tries += 1;
      if (tries < 4) throw new Error(`no answer in ${tries} ms`);
    });
    await publishOne('logged-once', 1);
    startRelay(bus, log.logger);
    await waitForEmptyOutbox();
    expect(numbers('logged-once')).toEqual([1]);
    expect(log.named('relay.failed')).toHaveLength(1);
  });

  it('publishes existing events at start, and each new event right after its commit', async () => {
    const { bus, numbers } = createFakeBus();
    await publishOne('start', 1);
    startRelay(bus);
    await waitForEmptyOutbox();
    const begin = performance.now();
    await publishOne('start', 2);
    await waitUntil(() => numbers('start').length === 2);
    // The poll interval is 5 s, so the notification woke it.
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect(numbers('start')).toEqual([1, 2]);
  });

  it('P-2.3 only one of two copies publishes, and the other takes over when its connection breaks', async () => {
    const { bus, numbers } = createFakeBus();
    const copies = [startRelay(bus), startRelay(bus)];
    const first = await connectionsOfBoth();
    await waitUntil(() => copies.some((relay) => relay.hasLock()));
    for (const n of [1, 2, 3]) await publishOne('copies', n);
    await waitForEmptyOutbox();
    expect(copies.filter((relay) => relay.hasLock())).toHaveLength(1);
    expect(numbers('copies')).toEqual([1, 2, 3]);
    expect(await terminate('auth-relay')).toBe(2);
    // Wait until both have reconnected: the former holder briefly still reports the lock.
    await connectionsOfBoth(first);
    await waitUntil(() => copies.some((relay) => relay.hasLock()));
    await publishOne('copies', 4);
    await waitForEmptyOutbox();
    expect(numbers('copies')).toEqual([1, 2, 3, 4]);
    expect(copies.filter((relay) => relay.hasLock())).toHaveLength(1);
  });

  it('P-2.1 retries unacknowledged events in order', async () => {
    let refusals = 0;
    const { bus, numbers } = createFakeBus(async () => {
      refusals += 1;
      if (refusals <= 3) throw new Error('broker away');
    });
    for (const n of [1, 2, 3]) await publishOne('refused', n);
    startRelay(bus);
    await waitForEmptyOutbox();
    expect(numbers('refused')).toEqual([1, 2, 3]);
  });

  it('P-2.1 marks nothing as published after losing its connection', async () => {
    let isFirst = true;
    const { bus, numbers } = createFakeBus(async () => {
      if (!isFirst) return;
      isFirst = false;
      expect(await terminate('auth-relay')).toBe(1);
    });
    await publishOne('twice', 1);
    startRelay(bus);
    await waitForEmptyOutbox();
    expect(numbers('twice')).toEqual([1, 1]);
  });

  it('does not retry at once for each new event while the broker is unavailable', async () => {
    let tries = 0;
    const { bus } = createFakeBus(async () => {
      tries += 1;
      throw new Error('broker away');
    });
    await publishOne('storm', 0);
    startRelay(bus);
    await waitUntil(() => tries > 0);
    const began = performance.now();
    let events = 1;
    while (events < 60 || performance.now() - began < 1_000) await publishOne('storm', events++);
    // The first wait is 200 ms and doubles after each attempt.
    const most = 1 + Math.log2((performance.now() - began) / 200 + 1);
    expect(tries).toBeLessThan(2 + most);
    expect(tries).toBeLessThan(events / 4);
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await pool.query('DELETE FROM outbox');
  });

  it('splits events that together exceed the message size limit of the broker', async () => {
    const { bus, numbers } = createFakeBus(async (batch) => {
      const bytes = batch.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      if (bytes > 1_000_000) throw new Error('MESSAGE_TOO_LARGE');
    });
    for (const n of [1, 2, 3, 4, 5]) await publishOne('large', n, 'x'.repeat(400_000));
    startRelay(bus);
    await waitForEmptyOutbox();
    expect(numbers('large')).toEqual([1, 2, 3, 4, 5]);
  });

  it('stops within seconds while the bus hangs, and its successor publishes the event', async () => {
    const hanging = createFakeBus(() => new Promise(() => {}));
    await publishOne('hang', 1);
    const relay = startRelay(hanging.bus);
    await waitUntil(() => relay.hasLock());
    const begin = performance.now();
    await relay.stop();
    expect(performance.now() - begin).toBeLessThan(5_000);
    relays.splice(0);
    // The process would end here and close its connection.
    await terminate('auth-relay');
    const { bus, numbers } = createFakeBus();
    startRelay(bus);
    await waitForEmptyOutbox();
    expect(numbers('hang')).toEqual([1]);
  });

  it('stops at once while the database is unavailable', async () => {
    const relay = createRelay({
      databaseUrl: 'postgres://anonymous@127.0.0.1:9/none',
      schema: 'auth',
      pool,
      bus: createFakeBus().bus,
      logger: createLogger('test', 'silent'),
      metrics: createMetrics('test'),
    });
    relay.start();
    const begin = performance.now();
    await relay.stop();
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
