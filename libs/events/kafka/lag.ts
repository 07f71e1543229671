import type { Admin, Kafka } from 'kafkajs';
import type { SubscribeOptions } from '../bus.ts';
import { withTimeout } from '../retry.ts';
import type { PartitionLag } from './watchdog.ts';

/** Assigned partitions by topic. */
export type Assignment = Record<string, number[]>;

const ANSWER_WITHIN_MS = 5_000;

/** Measures lag in this consumer's own partitions; other copies measure theirs. */
export function createLagReader(
  kafka: Kafka,
  { group: groupId, from }: Pick<SubscribeOptions, 'group' | 'from'>,
) {
  let admin: Admin | undefined;

  async function read(assignment: Assignment): Promise<PartitionLag[]> {
    const topics = Object.keys(assignment);
    if (topics.length === 0) return [];
    if (!admin) {
      admin = kafka.admin();
      await admin.connect();
    }
    const committed = await admin.fetchOffsets({ groupId, topics });
    const partitionLags: PartitionLag[] = [];
    for (const { topic, partitions } of committed) {
      const ends = new Map(
        (await admin.fetchTopicOffsets(topic)).map(({ partition, high, low }) => [
          partition,
          { high: Number(high), low: Number(low) },
        ]),
      );
      for (const { partition, offset } of partitions) {
        const end = ends.get(partition);
        if (!end || !assignment[topic]?.includes(partition)) continue;
        // -1 means that nothing is committed: with `from: 'now'` there is no lag yet.
        if (Number(offset) < 0 && from === 'now') continue;
        const next = Math.max(Number(offset), end.low);
        const lag = Math.max(0, end.high - next);
        partitionLags.push({ partition: `${topic}/${partition}`, lag, next });
      }
    }
    return partitionLags;
  }

  return {
    async read(assignment: Assignment) {
      try {
        return await withTimeout(read(assignment), ANSWER_WITHIN_MS);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };

  async function close(): Promise<void> {
    const used = admin;
    admin = undefined;
    await used?.disconnect().catch(() => {});
  }
}
