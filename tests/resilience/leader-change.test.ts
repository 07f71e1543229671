import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TopicName } from '@cairn/contracts/services.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createKafkaBus, createTopics } from '@cairn/events/kafka.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KafkaCluster, startKafkaCluster } from '../support/engines/kafka-nodes.ts';

const LONG = 600_000;
const TIMEOUT_MS = 240_000;
const TOPIC = 'leader-change' as TopicName;
const LANES = 3;
const BATCH = 24;

let directory: string;
let kafka: KafkaCluster;
let bus: Bus;
const published = new Set<string>();
let isOver = false;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-leaders-'));
  chmodSync(directory, 0o755);
  kafka = await startKafkaCluster(directory);
  const logger = createLogger('leaders', 'silent');
  const options = { brokers: kafka.brokers, clientId: 'leaders', logger };
  await createTopics(options, [{ topic: TOPIC, numPartitions: 12, replicationFactor: 3 }]);
  bus = createKafkaBus({
    ...options,
    onFatal: (error) => {
      throw error;
    },
  });
}, LONG);

afterAll(async () => {
  isOver = true;
  await bus?.close();
  await kafka?.stop();
  if (directory) rmSync(directory, { recursive: true, force: true });
}, LONG);

it(
  'P-2.1 no message of an acknowledged batch is lost while leaders move to other brokers',
  async () => {
    const lanes = Promise.all(Array.from({ length: LANES }, (_, lane) => publishBatches(lane)));
    for (const node of kafka.nodes) {
      await publishMore(20);
      await node.kill();
      await publishMore(20);
      await node.start();
    }
    isOver = true;
    await lanes;
    const received = new Set<string>();
    bus.subscribe({
      group: 'leaders',
      topics: [TOPIC],
      from: 'beginning',
      onMessage: async ({ key }) => void received.add(String(key)),
    });
    const missing = () => [...published].filter((key) => !received.has(key));
    await waitUntil(() => missing().length === 0, {
      what: 'every published message',
      timeoutMs: TIMEOUT_MS,
    }).catch(() => {});
    expect(missing()).toEqual([]);
  },
  LONG,
);

/** Publishes one batch after another, each until it is acknowledged, as the relay does. */
async function publishBatches(lane: number): Promise<void> {
  for (let batch = 0; !isOver; batch += 1) {
    const keys = Array.from({ length: BATCH }, (_, index) => `${lane}-${batch}-${index}`);
    const messages = keys.map((key) => ({
      topic: TOPIC,
      key: Buffer.from(key),
      value: Buffer.from('x'),
      headers: {},
    }));
    const publish = () =>
      bus.publish(messages).then(
        () => true,
        () => isOver,
      );
    await waitUntil(publish, { what: 'an acknowledgement', timeoutMs: TIMEOUT_MS });
    if (!isOver) for (const key of keys) published.add(key);
  }
}

function publishMore(batches: number): Promise<unknown> {
  const until = published.size + batches * BATCH;
  return waitUntil(() => published.size >= until, {
    what: `${batches} batches`,
    timeoutMs: TIMEOUT_MS,
  });
}
