import type { Logger } from '@cairn/service-kit/logger.ts';

/** One assigned partition: `partition` as `topic/number`, `next` the committed offset. */
export type PartitionLag = { partition: string; lag: number; next: number };

export type WatchdogOptions = {
  readLag(): Promise<PartitionLag[]>;
  stuckAfterMs: number;
  onStuck(error: Error): void;
  logger: Logger;
  group: string;
};

export type Watchdog = {
  /** Records progress in this partition. */
  touch(partition: string): void;
  /** Restarts all timers: after a rebalance, or while a message is retried. */
  touchAll(): void;
  /** Waiting messages at the last measurement. */
  lag(): number;
  start(): void;
  stop(): void;
};

/**
 * A kafkajs consumer may stay in its group and stop fetching, even for a single partition. If a
 * partition has lag and no progress for `stuckAfterMs`, the process should end (P-2.6). An
 * unavailable broker or a message that is retried does not count.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { readLag, stuckAfterMs, onStuck, logger, group } = options;
  /** By partition: its committed offset, and since when it has not advanced despite lag. */
  const seen = new Map<string, { next: number; lag: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function measure(): Promise<void> {
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
      measure()
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
