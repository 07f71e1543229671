import { randomBytes } from 'node:crypto';
import { defineEvent } from '@cairn/contracts/events/define-event.ts';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { id } from '@cairn/contracts/ids.ts';
import type { Bus, ReceivedMessage } from '@cairn/events/bus.ts';
import { type Consumer, createConsumer } from '@cairn/events/consumer.ts';
import { type Handle, on, type RetryPolicy } from '@cairn/events/handlers.ts';
import { createKafkaBus, createTopics } from '@cairn/events/kafka.ts';
import { createRelay, type Relay } from '@cairn/events/relay.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import type { TestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { z } from 'zod';

export const SCHEMA = 'payment';
const logger = createLogger('test', 'silent');

export type Happened = { key: string; n: number };

/** An event of these tests only, on its own topic, so that runs do not interfere. */
export function defineHappened(topic: string) {
  return defineEvent({
    type: 'test.happened',
    version: 1,
    // The type allows only the topics of the catalogue.
    topic: topic as TopicName,
    consumers: [],
    key: (data) => data.key,
    schema: z.object({ key: id, n: z.int() }),
  });
}

export async function createTopic(partitions: number, config: Record<string, string> = {}) {
  const topic = `test-${randomBytes(6).toString('hex')}`;
  await createTopics({ brokers: getInfrastructure().kafkaBrokers, clientId: 'test', logger }, [
    {
      topic,
      numPartitions: partitions,
      configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
    },
  ]);
  return topic;
}

export function createBus(): Bus {
  return createKafkaBus({
    brokers: getInfrastructure().kafkaBrokers,
    clientId: 'test',
    logger,
    onFatal: (error) => {
      throw error;
    },
  });
}

export function startRelay(database: TestDatabase, pool: Pool, bus: Bus): Relay {
  const relay = createRelay({
    databaseUrl: database.urlOf(SCHEMA),
    schema: SCHEMA,
    pool,
    bus,
    logger,
    metrics: createMetrics('test'),
  });
  relay.start();
  return relay;
}

export type ConsumerOptions = {
  group: string;
  topic: string;
  pool: Pool;
  bus: Bus;
  handle: Handle<Happened>;
  retries?: RetryPolicy;
};

/** Starts one consuming instance; resolves when it has joined its group. */
export async function startConsumer(options: ConsumerOptions): Promise<Consumer> {
  const { group, topic, pool, bus, handle, retries } = options;
  const definition = defineHappened(topic);
  const consumer = createConsumer({
    service: group,
    subscriptions: [definition],
    handlers: [on(definition, handle)],
    pool,
    bus,
    logger,
    metrics: createMetrics('test'),
    ...(retries ? { retries } : {}),
  });
  consumer.start();
  await waitUntil(() => consumer.hasJoined(), { timeoutMs: 30_000, what: 'joining the group' });
  return consumer;
}

/** All messages of a topic, in the order in which they are read. */
export function readTopic(bus: Bus, topic: string): ReceivedMessage[] {
  const messages: ReceivedMessage[] = [];
  bus.subscribe({
    group: `reader-${randomBytes(6).toString('hex')}`,
    topics: [topic as TopicName],
    from: 'beginning',
    onMessage: async (message) => void messages.push(message),
  });
  return messages;
}

export function dataOf({ value }: ReceivedMessage): Happened {
  return JSON.parse(String(value));
}

/** Numbers of a key in the order of their first appearance. */
export function firstAppearances(messages: ReceivedMessage[], key: string): number[] {
  const numbers = messages.map(dataOf).filter((data) => data.key === key);
  return [...new Set(numbers.map(({ n }) => n))];
}

/** The effects of the handlers of these tests: one row per event, in the order of application. */
export async function createEffects(pool: Pool): Promise<void> {
  await pool.query(
    'CREATE TABLE effects (position bigint GENERATED ALWAYS AS IDENTITY, key text, n integer)',
  );
}

export async function addEffect(tx: Transaction, { key, n }: Happened): Promise<void> {
  await tx.query('INSERT INTO effects (key, n) VALUES ($1, $2)', [key, n]);
}

export async function effectsOf(pool: Pool, key: string): Promise<number[]> {
  const { rows } = await pool.query('SELECT n FROM effects WHERE key = $1 ORDER BY position', [
    key,
  ]);
  return rows.map(({ n }) => n);
}

export async function countEffects(pool: Pool): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM effects');
  return rows[0].n;
}
