import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import { createLogThrottle } from './log-throttle.ts';
import { pause } from './retry.ts';

/**
 * Notifies the loops of this process when rows with a due time are written, by any process. A
 * notification without a table concerns every loop.
 */
export type DueSignal = {
  notify(table?: string): void;
  subscribe(wake: () => void, tables: readonly string[]): void;
};

export type DueLoopOptions = {
  /** Named in the log if `work` rejects. */
  name: string;
  logger: Logger;
  /** Also woken by this signal, for these tables. */
  due: DueSignal;
  tables: readonly string[];
  /** At least this long between the starts of two runs, however often the loop is woken. */
  minIntervalMs: number;
  /** Fallback for a lost notification; 5 s by default. */
  maxWaitMs?: number;
};

export type DueLoop = BackgroundService & { start(): void; stop(): Promise<void>; wake(): void };

const MAX_WAIT_MS = 5_000;

export function createDueSignal(): DueSignal {
  const subscribers: { wake: () => void; tables: readonly string[] }[] = [];
  return {
    notify(table) {
      for (const { wake, tables } of subscribers) if (!table || tables.includes(table)) wake();
    },
    subscribe: (wake, tables) => void subscribers.push({ wake, tables }),
  };
}

/**
 * Runs `work` at start, when `due` notifies, and when the next row is due: `work` resolves with the
 * time until then in ms, or null if no row waits. Runs never overlap.
 */
export function createDueLoop(
  { name, logger, due, tables, minIntervalMs, maxWaitMs = MAX_WAIT_MS }: DueLoopOptions,
  work: (stopping: AbortSignal) => Promise<number | null>,
): DueLoop {
  const stopping = new AbortController();
  const signal = createWakeSignal();
  const throttle = createLogThrottle();
  let running: Promise<void> = Promise.resolve();
  due.subscribe(signal.notify, tables);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      // Runs outside a request, so it starts its own trace.
      const nextMs = await runInTrace(continueTrace(null), () => work(stopping.signal)).catch(
        (err: unknown) => {
          throttle(String(err), (more) => logger.warn({ err, name, ...more }, 'due_loop.failed'));
          return null;
        },
      );
      // 1 ms later, so that the database's clock has passed the due time.
      await signal.wait(Math.min(Math.max(nextMs ?? maxWaitMs, 0) + 1, maxWaitMs));
      const restMs = minIntervalMs - (performance.now() - startedAt);
      if (restMs > 0) await pause(restMs, stopping.signal);
    }
  }

  return {
    start() {
      running = run();
    },
    wake: signal.notify,
    async stop() {
      stopping.abort();
      signal.notify();
      await running;
    },
  };
}

export type WakeSignal = {
  notify(): void;
  /** Resolves on a notification (also one since the last wait) or after `ms`. */
  wait(ms: number): Promise<void>;
};

export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let wake: () => void = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async wait(ms) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNotified = false;
    },
  };
}
