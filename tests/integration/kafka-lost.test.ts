import { connectTo } from '@cairn/events/kafka/client.ts';
import { createTopics } from '@cairn/events/kafka.ts';
import { createPublisher } from '@cairn/events/outbox.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addEffect,
  createBus,
  createEffects,
  createTopic,
  defineHappened,
  effectsOf,
  SCHEMA,
  startConsumer,
  startRelay,
} from './events-setup.ts';

const WAIT = { timeoutMs: 60_000 };
const database = await createTestDatabase();
const pool = database.poolOf(SCHEMA);
const topic = await createTopic(1);
const definition = defineHappened(topic);
const publish = createPublisher(SCHEMA);
const { kafkaBrokers: brokers } = getInfrastructure();
const client = { brokers, clientId: 'test', logger: createLogger('test', 'silent') };

beforeAll(() => createEffects(pool));
afterAll(() => database.drop());

const write = (n: number) => inTransaction(pool, (tx) => publish(tx, definition, { key: 'a', n }));

async function countUnpublished(): Promise<number> {
  const { rows } = await pool.query(
    'SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL',
  );
  return rows[0].n;
}

const waitForPublished = () =>
  waitUntil(async () => (await countUnpublished()) === 0, { ...WAIT, what: 'an empty outbox' });

async function startReader() {
  const bus = createBus();
  const consumer = await startConsumer({ group: topic, topic, pool, bus, handle: addEffect });
  return {
    async stop() {
      await consumer.stop();
      await bus.close();
    },
  };
}

/** Deletes the topic with its messages and the group with its offsets. */
async function loseKafkaData(): Promise<void> {
  const admin = connectTo(client).admin();
  await admin.connect();
  await admin.deleteGroups([topic]);
  await admin.deleteTopics({ topics: [topic] });
  await waitUntil(async () => !(await admin.listTopics()).includes(topic), {
    ...WAIT,
    what: 'the topic to be gone',
  });
  await admin.disconnect();
  await createTopics(client, [{ topic, numPartitions: 1 }]);
}

describe('P-8.3 Kafka loses its disk', () => {
  it('P-8.3 outboxes are published again, and each event is applied once', async () => {
    const bus = createBus();
    const relay = startRelay(database, pool, bus);
    const before = await startReader();
    for (const n of [1, 2]) await write(n);
    await waitUntil(async () => (await effectsOf(pool, 'a')).length === 2, {
      ...WAIT,
      what: 'the first events to be applied',
    });
    await before.stop();
    // Published, and never consumed.
    for (const n of [3, 4]) await write(n);
    await waitForPublished();

    await loseKafkaData();
    // As in the runbook; npm run repair does it for the events that a service has not applied.
    await pool.query('UPDATE outbox SET published_at = NULL');
    await write(5);
    const after = await startReader();
    await waitUntil(async () => (await effectsOf(pool, 'a')).length >= 5, {
      ...WAIT,
      what: 'all events to be applied',
    });
    await waitForPublished();
    expect(await effectsOf(pool, 'a')).toEqual([1, 2, 3, 4, 5]);
    await after.stop();
    await relay.stop();
    await bus.close();
  });
});
