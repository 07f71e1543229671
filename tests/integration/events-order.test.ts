import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { toMessage } from '@cairn/events/message.ts';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { createPublisher } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addEffect,
  countEffects,
  createBus,
  createEffects,
  createTopic,
  dataOf,
  defineHappened,
  effectsOf,
  firstAppearances,
  type Happened,
  readTopic,
  SCHEMA,
  startConsumer,
  startRelay,
} from './events-setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf(SCHEMA);
const publish = createPublisher(SCHEMA);
/** Each instance of the service has its own connections. */
const [bus, otherBus] = [createBus(), createBus()];
const KEYS = ['a', 'b', 'c', 'd', 'e'];

beforeAll(() => createEffects(pool));
beforeEach(() => pool.query('TRUNCATE effects, outbox, inbox'));
afterAll(async () => {
  await Promise.all([bus.close(), otherBus.close()]);
  await database.drop();
});

/** Terminates a relay's session like a failover of the network or of Postgres. */
async function cutRelay(): Promise<void> {
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [`${SCHEMA}-relay`],
  );
}

async function isOutboxEmpty(): Promise<boolean> {
  return (await listUnpublished(pool, 1)).length === 0;
}

describe('P-2.2 an event delivered many times, to instances that start and stop', () => {
  it('is applied once, in the order of its key', async () => {
    const topic = await createTopic(3);
    const definition = defineHappened(topic);
    const options = { group: topic, topic, pool, handle: addEffect };
    const copies = [
      await startConsumer({ ...options, bus }),
      await startConsumer({ ...options, bus: otherBus }),
    ];
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const events = KEYS.flatMap((key) => numbers.map((n) => makeEvent(definition, { key, n })));
    // Every event is sent three times, also after later events of its key.
    for (let round = 0; round < 3; round += 1) {
      for (let from = 0; from < events.length; from += 25) {
        await bus.publish(
          events.slice(from, from + 25).flatMap((event) => [toMessage(event), toMessage(event)]),
        );
      }
      // An instance stops and another starts while messages are in flight.
      await copies.shift()?.stop();
      copies.push(await startConsumer({ ...options, bus }));
    }
    const last = makeEvent(definition, { key: 'last', n: 1 });
    await bus.publish([toMessage(last)]);
    await waitUntil(async () => (await countEffects(pool)) >= events.length + 1, {
      timeoutMs: 30_000,
      what: 'every effect',
    });
    for (const copy of copies) await copy.stop();
    for (const key of KEYS) expect(await effectsOf(pool, key)).toEqual(numbers);
    expect(await countEffects(pool)).toBe(events.length + 1);
  }, 90_000);
});

describe('P-2.3 two instances of a service', () => {
  /** Transactions of random length; those of other keys commit between its position and its commit. */
  async function writeConcurrently(topic: string, count: number): Promise<void> {
    const definition = defineHappened(topic);
    const dawdle = (tx: Transaction) => tx.query('SELECT pg_sleep(random() * 0.01)');
    let next = 0;
    const writer = async () => {
      for (let n = next++; n < count; n = next++) {
        const key = KEYS[n % KEYS.length] ?? 'a';
        await inTransaction(pool, async (tx) => {
          await dawdle(tx);
          await publish(tx, definition, { key, n });
          await dawdle(tx);
        });
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  }

  it('lose no event and keep the order of each key while a relay is disconnected and a consumer stops', async () => {
    const topic = await createTopic(3);
    const relays = [startRelay(database, pool, bus), startRelay(database, pool, otherBus)];
    const options = { group: topic, topic, pool, handle: addEffect };
    const copies = [
      await startConsumer({ ...options, bus }),
      await startConsumer({ ...options, bus: otherBus }),
    ];
    const count = 400;
    const writing = writeConcurrently(topic, count);
    await waitUntil(async () => (await countEffects(pool)) > 50);
    await cutRelay();
    await copies.shift()?.stop();
    await writing;
    await waitUntil(async () => (await countEffects(pool)) >= count, {
      timeoutMs: 40_000,
      what: 'every effect',
    });
    await Promise.all([...relays, ...copies].map((part) => part.stop()));
    const { rows } = await pool.query<Happened>(
      `SELECT key, (data->>'n')::int AS n FROM outbox ORDER BY position`,
    );
    expect(rows).toHaveLength(count);
    for (const key of KEYS) {
      const committed = rows.filter((row) => row.key === key).map(({ n }) => n);
      expect(await effectsOf(pool, key)).toEqual(committed);
    }
    expect(await countEffects(pool)).toBe(count);
  }, 90_000);

  it('publish an event that is committed after a later one of another key', async () => {
    const topic = await createTopic(1);
    const definition = defineHappened(topic);
    const relay = startRelay(database, pool, bus);
    const messages = readTopic(bus, topic);
    const early = await pool.connect();
    await early.query('BEGIN');
    await publish(early, definition, { key: 'early', n: 1 });
    await inTransaction(pool, (tx) => publish(tx, definition, { key: 'late', n: 2 }));
    await waitUntil(() => messages.length === 1);
    await early.query('COMMIT');
    early.release();
    await waitUntil(() => messages.length === 2);
    expect(messages.map((message) => dataOf(message).key)).toEqual(['late', 'early']);
    await relay.stop();
  });

  it('publish events that together exceed the broker’s maximum request size', async () => {
    const topic = await createTopic(1);
    const definition = defineHappened(topic);
    const numbers = [1, 2, 3, 4];
    for (const n of numbers) {
      await inTransaction(pool, async (tx) => {
        const { id } = await publish(tx, definition, { key: 'large', n });
        // The schema of these tests has no room for a long text; the outbox does.
        await tx.query(
          `UPDATE outbox SET data = data || jsonb_build_object('pad', repeat('x', 600000)) WHERE id = $1`,
          [id],
        );
      });
    }
    const relay = startRelay(database, pool, bus);
    await waitUntil(isOutboxEmpty);
    await relay.stop();
    const messages = readTopic(bus, topic);
    await waitUntil(() => messages.length >= 4);
    expect(firstAppearances(messages, 'large')).toEqual(numbers);
  });
});

describe('P-2.2 a consumer that is slow with a message', () => {
  it('stays in its group for longer than the session timeout', async () => {
    const topic = await createTopic(1);
    const event = makeEvent(defineHappened(topic), { key: 'slow', n: 1 });
    await bus.publish([toMessage(event)]);
    let joins = 0;
    let received = 0;
    const subscription = bus.subscribe({
      group: topic,
      topics: [topic as TopicName],
      from: 'beginning',
      onJoin: () => {
        joins += 1;
      },
      onMessage: async () => {
        // The session timeout is 8 s.
        if (received === 0) await pool.query('SELECT pg_sleep(9.5)');
        received += 1;
      },
    });
    await waitUntil(() => received === 1, { timeoutMs: 30_000 });
    await bus.publish([toMessage(makeEvent(defineHappened(topic), { key: 'slow', n: 2 }))]);
    await waitUntil(() => received >= 2);
    expect({ joins, received }).toEqual({ joins: 1, received: 2 });
    await subscription.stop();
  });
});
