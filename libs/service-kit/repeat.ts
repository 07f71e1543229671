import type { BackgroundService } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { continueTrace, runInTrace } from './tracing.ts';

/** A background service that runs `work` at start, and again `everyMs` after each run has ended. */
export function repeat(
  { name, everyMs, logger }: { name: string; everyMs: number; logger: Logger },
  work: () => Promise<unknown>,
): BackgroundService {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;

  function run(): void {
    // Runs outside a request, so it starts its own trace.
    running = runInTrace(continueTrace(null), work)
      .catch((err: unknown) => logger.warn({ err, name }, 'schedule.run_failed'))
      .finally(() => {
        if (!isStopping) timer = setTimeout(run, everyMs);
      });
  }

  return {
    start: run,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
