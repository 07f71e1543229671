import { explainError } from './explain-error.ts';
import { createSteps, type Steps } from './steps.ts';
import { listenForStop } from './stop-request.ts';

export type Task = { steps: Steps; signal: AbortSignal };

/** Runs a command with progress output and exits with the returned code, or with that of the signal. */
export async function runTask(work: (task: Task) => Promise<number>): Promise<never> {
  const steps = createSteps();
  const stop = listenForStop(steps.say);
  const code = await work({ steps, signal: stop.signal }).catch((error: unknown) => {
    if (!stop.signal.aborted) steps.say(`\n${explainError(error)}`);
    return 1;
  });
  process.exit(stop.signal.aborted ? stop.exitCode() : code);
}
