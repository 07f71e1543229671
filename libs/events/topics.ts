import { TOPICS } from '@cairn/contracts/events/topics.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import type { KafkaConnection } from './kafka/connection.ts';
import { createTopics } from './kafka.ts';

export type TopicSettings = {
  replicationFactor: number;
  /** A write is acknowledged when this many replicas have it. */
  minInsyncReplicas: number;
  partitions: number;
};

const ONE_BROKER: TopicSettings = { replicationFactor: 1, minInsyncReplicas: 1, partitions: 3 };

/** Creates missing topics of the catalogue; leaves existing ones unchanged. */
export async function ensureTopics(
  connection: KafkaConnection,
  { replicationFactor, minInsyncReplicas, partitions } = ONE_BROKER,
): Promise<void> {
  const logger = createLogger('topics', 'warn');
  await createTopics(
    { ...connection, clientId: 'cairn-topics', logger },
    TOPICS.map(({ name, retentionMs }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: String(retentionMs) },
        { name: 'min.insync.replicas', value: String(minInsyncReplicas) },
      ],
    })),
  );
}
