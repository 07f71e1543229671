import { TOPICS } from '@cairn/contracts/events/topics.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTopics } from './kafka.ts';

/** Creates missing topics of the catalogue, with replication factor 1. */
export async function ensureTopics(brokers: string[]): Promise<void> {
  const logger = createLogger('topics', 'warn');
  await createTopics(
    { brokers, clientId: 'cairn-topics', logger },
    TOPICS.map(({ name, partitions, retentionMs }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor: 1,
      configEntries: [{ name: 'retention.ms', value: String(retentionMs) }],
    })),
  );
}
