import { testServerOptions } from '../../../infra/local/infrastructure.ts';
import type { SourceContext } from '../../../infra/local/sources/source.ts';
import { silentSteps } from '../../../infra/local/steps.ts';

/** What infra/local needs to find the program of a server; the test starts it. */
export async function sourceContext(stateDirectory: string): Promise<SourceContext> {
  return {
    ...(await testServerOptions()),
    stateDirectory,
    steps: silentSteps,
    signal: new AbortController().signal,
    start: async () => {},
  };
}

/** The program, or an error with the reason why there is none. */
export function required(found: string | { unavailable: string }): string {
  if (typeof found !== 'string') throw new Error(found.unavailable);
  return found;
}
