import type { Ports } from '../ports.ts';
import type { Steps } from '../steps.ts';
import type { ProcessDefinition } from '../supervisor.ts';

export type SourceContext = {
  stateDirectory: string;
  ports: Ports;
  /** False in tests: what is lost with the machine may be lost. */
  isDurable: boolean;
  postgresPassword: string;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
  /** Starts a server process and waits until it is ready. */
  start(definition: ProcessDefinition): Promise<void>;
};

/** An address of a usable server, or the reason why this source has none here. */
export type Outcome = { address: string } | { unavailable: string };

/** One way to come by a server. Sources are asked in turn; the first that serves is taken. */
export type Source = {
  name: string;
  serve(context: SourceContext): Promise<Outcome>;
};

export type Served = { address: string; source: string };

/** Infrastructure ends after everything that uses it. */
export const INFRASTRUCTURE_STOP_ORDER = 90;

export async function firstThatServes(
  server: string,
  sources: readonly Source[],
  context: SourceContext,
): Promise<Served> {
  const reasons: string[] = [];
  for (const source of sources) {
    const outcome = await source.serve(context);
    if ('address' in outcome) return { address: outcome.address, source: source.name };
    reasons.push(`  ${source.name}: ${outcome.unavailable}`);
  }
  throw new Error(`There is no ${server} to be had. What was tried:\n${reasons.join('\n')}`);
}

/** The address that somebody set for a server of their own. */
export function environmentSource(variable: string): Source {
  return {
    name: `your own (${variable})`,
    serve: async ({ environment }) => {
      const address = environment[variable];
      return address ? { address } : { unavailable: 'is not set' };
    },
  };
}
