import type { Logger } from '@cairn/service-kit/logger.ts';

/** A partition of this consumer: `partition` as `topic/number`, `next` the committed offset. */
export type PartitionLag = { partition: string; lag: number; next: number };

export type WatchdogOptions = {
  readLag(): Promise<PartitionLag[]>;
  stuckAfterMs: number;
  onStuck(error: Error): void;
  logger: Logger;
  group: string;
};

export type Watchdog = {
  /** A message of this partition is taken up. */
  touch(partition: string): void;
  /** All partitions may have to wait: the group was rebalanced, or a message is retried. */
  touchAll(): void;
  /** Messages that waited when it last looked. */
  lag(): number;
  start(): void;
  stop(): void;
};

/**
 * A consumer of kafkajs may stay in its group and fetch nothing any more, also of one partition
 * only. Where a partition has lag and no progress for `stuckAfterMs`, the process should end
 * (P-2.6). A broker that does not answer, and a message that is retried, do not count.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { readLag, stuckAfterMs, onStuck, logger, group } = options;
  /** By partition: its committed offset, and since when it has not moved although messages wait. */
  const seen = new Map<string, { next: number; lag: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const partitions = await readLag();
    const now = Date.now();
    const names = new Set(partitions.map(({ partition }) => partition));
    for (const partition of seen.keys()) if (!names.has(partition)) seen.delete(partition);
    for (const { partition, lag, next } of partitions) {
      const before = seen.get(partition);
      const isWaiting = lag > 0 && before !== undefined && before.next === next;
      seen.set(partition, { next, lag, since: isWaiting ? before.since : now });
      if (now - (before?.since ?? now) >= stuckAfterMs && isWaiting) {
        return reportStuck(partition, lag, now - before.since);
      }
    }
  }

  function reportStuck(partition: string, lag: number, silentMs: number): void {
    logger.fatal({ group, partition, lag, silentMs }, 'consumer.stuck');
    onStuck(
      new Error(
        `${group} has made no progress in ${partition} for ${silentMs} ms, and ${lag} messages wait`,
      ),
    );
  }

  function touchAll(): void {
    const now = Date.now();
    for (const entry of seen.values()) entry.since = now;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch(touchAll)
        .finally(() => timer && schedule());
    }, stuckAfterMs / 6);
    timer.unref();
  }

  return {
    touch(partition) {
      const entry = seen.get(partition);
      if (entry) entry.since = Date.now();
    },
    touchAll,
    lag: () => [...seen.values()].reduce((sum, { lag }) => sum + lag, 0),
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
