import { PortError, type Ports } from '../ports.ts';
import type { Steps } from '../steps.ts';
import type { StartServer } from './start-server.ts';

export type SourceContext = {
  stateDirectory: string;
  ports: Ports;
  /** False in tests: what is lost with the machine may be lost. */
  isDurable: boolean;
  postgresPassword: string;
  redisPassword: string;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
  /** Starts a server process and waits until it is ready; one that fails is stopped before it throws. */
  start: StartServer;
};

/** An address of a usable server, or the reason why this source has none here. */
export type Outcome = { address: string } | { unavailable: string };

/** One way to come by a server. Sources are asked in turn; the first that serves is taken. */
export type Source = {
  name: string;
  serve(context: SourceContext): Promise<Outcome>;
  /** Data that a server of this source has written: then its fault is told, not walked around. */
  holdsData?(stateDirectory: string): boolean;
};

/** What somebody can do about a server that no source has. */
export type Remedy = { debian: string[]; macos: string[]; image: string; variable: string };

export type Served = { address: string; source: string };

/** Infrastructure ends after everything that uses it. */
export const INFRASTRUCTURE_STOP_ORDER = 90;

/** No source has a server. */
export class NothingServes extends Error {
  override name = 'NothingServes';
  readonly server: string;
  readonly remedy: Remedy;
  readonly reasons: readonly string[];

  constructor(server: string, remedy: Remedy, reasons: readonly string[]) {
    super(`No source has ${server}: ${reasons.join('; ')}`);
    this.server = server;
    this.remedy = remedy;
    this.reasons = reasons;
  }
}

export type Server = { name: string; sources: readonly Source[]; remedy: Remedy };

/** Those that are passed over are told in a line each, but for what nobody has asked for. */
export async function firstThatServes(server: Server, context: SourceContext): Promise<Served> {
  const { steps, signal, stateDirectory, isDurable } = context;
  const reasons: string[] = [];
  for (const [index, source] of server.sources.entries()) {
    const hasData = isDurable && (source.holdsData?.(stateDirectory) ?? false);
    const outcome = await source.serve(context).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof PortError || isOfState(error, stateDirectory)) throw error;
      if (hasData) throw withData(server, source, error);
      return { unavailable: reasonOf(error) };
    });
    if ('address' in outcome) return { address: outcome.address, source: source.name };
    reasons.push(`${source.name}: ${outcome.unavailable}`);
    const isLast = index === server.sources.length - 1;
    if (outcome.unavailable !== NOT_SET && !isLast) {
      steps.say(`${server.name}: not from ${source.name}: ${outcome.unavailable}`);
    }
  }
  throw new NothingServes(server.name, server.remedy, reasons);
}

/** Our own folder that belongs to somebody else is no matter of the source. */
function isOfState(error: unknown, stateDirectory: string): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return (code === 'EACCES' || code === 'EPERM') && (path?.startsWith(stateDirectory) ?? false);
}

/** Elsewhere it would begin anew, and all would seem lost. */
function withData(server: Server, source: Source, error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const what = `${server.name} has its data with ${source.name}, where it cannot start now.`;
  return new Error(`${what}\n${text}\n\`npm run reset\` gives that data up.`, { cause: error });
}

const NOT_SET = 'is not set';

/** The address that somebody set for a server of their own. */
export function environmentSource(
  variable: string,
  whyNot: (address: string, asking: { signal: AbortSignal }) => Promise<string | null>,
): Source {
  return {
    name: `your own (${variable})`,
    serve: async ({ environment, signal }) => {
      const address = environment[variable];
      if (!address) return { unavailable: NOT_SET };
      const reason = await whyNot(address, { signal });
      return reason === null ? { address } : { unavailable: reason };
    },
  };
}

/** The first and the last line of an error, as one. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split('\n').map((line) => line.trim());
  const [first = '', ...rest] = lines.filter(Boolean);
  const last = rest.at(-1);
  return last ? `${first} ${last}` : first;
}
