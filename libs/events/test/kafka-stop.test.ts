import { randomBytes } from 'node:crypto';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { expect, it } from 'vitest';
import { connectTo } from '../kafka/client.ts';
import { createKafkaBus, createTopics } from '../kafka.ts';

const { kafkaBrokers: brokers } = getInfrastructure();
const logger = createLogger('test', 'silent');
const client = { brokers, clientId: 'test', logger };

it('P-2.7 an idle consumer leaves its group when it stops, without the end of its fetch', async () => {
  const topic = `test-${randomBytes(6).toString('hex')}`;
  await createTopics(client, [{ topic, numPartitions: 1 }]);
  const bus = createKafkaBus({ ...client, onFatal: () => {} });
  const received: string[] = [];
  const subscription = bus.subscribe({
    group: topic,
    topics: [topic as TopicName],
    from: 'beginning',
    onMessage: async ({ value }) => void received.push(String(value)),
  });
  await waitUntil(() => subscription.hasJoined());
  await bus.publish([{ topic, key: Buffer.from('k'), value: Buffer.from('1'), headers: {} }]);
  await waitUntil(() => received.length === 1);
  expect(await membersOf(topic)).toBe(1);
  // `stop` gives up before the fetch that now waits would end.
  await subscription.stop();
  expect(await membersOf(topic)).toBe(0);
  await bus.close();
});

async function membersOf(group: string): Promise<number> {
  const admin = connectTo(client).admin();
  try {
    await admin.connect();
    const { groups } = await admin.describeGroups([group]);
    return groups[0]?.members.length ?? 0;
  } finally {
    await admin.disconnect();
  }
}
