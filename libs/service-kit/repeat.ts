import type { BackgroundService } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { continueTrace, runInTrace } from './tracing.ts';

/**
 * A background service that runs `work` at start, and again `everyMs` after each run has ended. The
 * signal is aborted when it stops; `stop` waits for the current run.
 */
export function repeat(
  { name, everyMs, logger }: { name: string; everyMs: number; logger: Logger },
  work: (signal: AbortSignal) => Promise<unknown>,
): BackgroundService {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const stopping = new AbortController();

  function run(): void {
    // Runs outside a request, so it starts its own trace.
    running = runInTrace(continueTrace(null), () => work(stopping.signal))
      .catch((err: unknown) => logger.warn({ err, name }, 'schedule.run_failed'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(run, everyMs);
      });
  }

  return {
    start: run,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
