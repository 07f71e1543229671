import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';

/** Does `work` again and again, `everyMs` after its last end, until the process stops. */
export function repeat(
  { name, everyMs, logger }: { name: string; everyMs: number; logger: Logger },
  work: () => Promise<unknown>,
): BackgroundService {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;

  function run(): void {
    // Nobody's request: what it does is a story of its own.
    running = runInTrace(continueTrace(null), work)
      .catch((err: unknown) => logger.warn({ err, name }, 'repetition.failed'))
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
