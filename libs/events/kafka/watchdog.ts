import type { Logger } from '@cairn/service-kit/logger.ts';

export type WatchdogOptions = {
  /** Messages that wait, and something that changes with each that is done with. */
  readLag(): Promise<{ lag: number; position: string }>;
  stuckAfterMs: number;
  onStuck(error: Error): void;
  logger: Logger;
  group: string;
};

export type Watchdog = {
  /** Something is being done: a message came, or is tried again. */
  touch(): void;
  /** Messages that waited when it last looked. */
  lag(): number;
  start(): void;
  stop(): void;
};

/**
 * A consumer of kafkajs may stay in its group and fetch nothing any more. Where there is lag and no
 * progress for `stuckAfterMs`, the process should end (P-2.6). A broker that does not answer, and a
 * message that is tried again and again, are no such case.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { readLag, stuckAfterMs, onStuck, logger, group } = options;
  let lastProgress = Date.now();
  let seen = { lag: 0, position: '' };
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const now = await readLag();
    if (now.lag === 0 || now.position !== seen.position) lastProgress = Date.now();
    seen = now;
    const silentMs = Date.now() - lastProgress;
    if (silentMs < stuckAfterMs) return;
    logger.fatal({ group, lag: now.lag, silentMs }, 'consumer.stuck');
    onStuck(
      new Error(`${group} has made no progress for ${silentMs} ms, and ${now.lag} messages wait`),
    );
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch(() => {
          lastProgress = Date.now();
        })
        .finally(() => timer && schedule());
    }, stuckAfterMs / 6);
    timer.unref();
  }

  return {
    touch() {
      lastProgress = Date.now();
    },
    lag: () => seen.lag,
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
