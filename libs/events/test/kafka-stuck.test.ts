import { randomBytes } from 'node:crypto';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, it } from 'vitest';
import type { Bus, ReceivedMessage } from '../bus.ts';
import { createKafkaBus, createTopics } from '../kafka.ts';

const STUCK_AFTER_MS = 6_000;
const { kafkaBrokers: brokers } = getInfrastructure();
const buses: Bus[] = [];

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
});

/** A consumer of a new topic with the given number of messages. */
async function consume(onMessage: (message: ReceivedMessage) => Promise<void>, messages: number) {
  const { logger, named } = captureLog();
  const topic = `test-${randomBytes(6).toString('hex')}`;
  await createTopics({ brokers, clientId: 'test', logger }, [{ topic, numPartitions: 1 }]);
  const faults: Error[] = [];
  const bus = createKafkaBus({
    brokers,
    clientId: 'test',
    logger,
    stuckAfterMs: STUCK_AFTER_MS,
    onFatal: (error) => faults.push(error),
  });
  buses.push(bus);
  await bus.publish(
    Array.from({ length: messages }, (_, n) => ({
      topic,
      key: Buffer.from('key'),
      value: Buffer.from(`${n}`),
      headers: {},
    })),
  );
  const subscription = bus.subscribe({
    group: topic,
    topics: [topic as TopicName],
    from: 'beginning',
    onMessage,
  });
  await waitUntil(() => subscription.hasJoined());
  return { faults, named, subscription };
}

/** Longer than the stuck timeout. */
async function watchFor(ms: number): Promise<void> {
  const end = Date.now() + ms;
  await waitUntil(() => Date.now() > end, { timeoutMs: ms + 5_000 });
}

// Each waits for its own topic, so they wait at the same time.
describe.concurrent('P-2.6 connected consumer', () => {
  it('ends its process with an error when messages wait and none is processed', async ({
    expect,
  }) => {
    const hanging = Promise.withResolvers<void>();
    const { faults, named, subscription } = await consume(() => hanging.promise, 3);
    await waitUntil(() => faults.length > 0);
    expect(faults[0]?.message).toMatch(/no progress in \S+\/0 for \d+ ms, and 3 messages wait/);
    expect(named('consumer.stuck')[0]).toMatchObject({ lag: 3 });
    expect(subscription.lag()).toBe(3);
    hanging.resolve();
  });

  it('keeps running when no messages wait', async ({ expect }) => {
    const done: string[] = [];
    const { faults, subscription } = await consume(async ({ place }) => void done.push(place), 3);
    await waitUntil(() => done.length === 3);
    await watchFor(1.6 * STUCK_AFTER_MS);
    expect(faults).toEqual([]);
    expect(subscription.lag()).toBe(0);
  });

  it('keeps running while a message is retried because the database is unavailable', async ({
    expect,
  }) => {
    const { faults } = await consume(() => Promise.reject(new Error('database away')), 1);
    await watchFor(1.6 * STUCK_AFTER_MS);
    expect(faults).toEqual([]);
  });
});
