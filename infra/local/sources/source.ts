import { PortError, type Ports } from '../ports.ts';
import type { Steps } from '../steps.ts';
import type { StartServer } from './start-server.ts';

export type SourceContext = {
  stateDirectory: string;
  ports: Ports;
  /** False in tests: data need not survive a crash of the machine. */
  isDurable: boolean;
  postgresPassword: string;
  /** More settings of a server that is started here, for measurements. */
  postgresSettings?: Record<string, string>;
  redisPassword: string;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
  /** Starts a server process and waits until it is ready; stops it before throwing if it fails. */
  start: StartServer;
};

/** The address of a usable server, or the reason why this source is unavailable. */
export type Outcome = { address: string } | { unavailable: string };

/** One way to get a server. Sources are tried in order; the first available one is used. */
export type Source = {
  name: string;
  serve(context: SourceContext): Promise<Outcome>;
  /** Whether a server of this source has stored data; then its failure ends the start. */
  holdsData?(stateDirectory: string): boolean;
};

/** How the user can provide a server that no source has. */
export type Fix = { debian: string[]; macos: string[]; image: string; variable: string };

export type Served = { address: string; source: string };

/** Infrastructure stops after everything that uses it. */
export const INFRASTRUCTURE_STOP_ORDER = 90;

/** No source provides the server. */
export class NoServerAvailable extends Error {
  override name = 'NoServerAvailable';
  readonly server: string;
  readonly fix: Fix;
  readonly reasons: readonly string[];

  constructor(server: string, fix: Fix, reasons: readonly string[]) {
    super(`No source provides ${server}: ${reasons.join('; ')}`);
    this.server = server;
    this.fix = fix;
    this.reasons = reasons;
  }
}

/** One message for all unavailable servers: what to install, and what was tried. */
export function noServerMessage(missing: readonly NoServerAvailable[]): string {
  const names = missing.map(({ server }) => server).join(', ');
  const of = (key: 'debian' | 'macos') => missing.flatMap(({ fix }) => fix[key]).join(' ');
  return [
    `Cairn needs ${names}, and no source provides ${missing.length > 1 ? 'them' : 'it'}. Any one of these fixes it:`,
    `  Debian, Ubuntu  sudo apt-get install ${of('debian')}`,
    `  macOS           brew install ${of('macos')}`,
    `  Docker          start an engine, or set DOCKER_HOST; images: ${missing.map(({ fix }) => fix.image).join(' ')}`,
    `  Your own        ${missing.map(({ fix }) => fix.variable).join(' ')}  (in the environment or in .env)`,
    'What was tried:',
    ...missing.flatMap(({ server, reasons }) => reasons.map((each) => `  ${server}: ${each}`)),
  ].join('\n');
}

export type Server = { name: string; sources: readonly Source[]; fix: Fix };

/** Prints one line per skipped source, except for unset variables. */
export async function findServer(server: Server, context: SourceContext): Promise<Served> {
  const { steps, signal, stateDirectory, isDurable } = context;
  const reasons: string[] = [];
  for (const [index, source] of server.sources.entries()) {
    const hasData = isDurable && (source.holdsData?.(stateDirectory) ?? false);
    const outcome = await source.serve(context).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof PortError || isStateDirectoryError(error, stateDirectory)) throw error;
      if (hasData) throw dataUnavailableError(server, source, error);
      return { unavailable: reasonOf(error) };
    });
    if ('address' in outcome) return { address: outcome.address, source: source.name };
    reasons.push(`${source.name}: ${outcome.unavailable}`);
    const isLast = index === server.sources.length - 1;
    if (outcome.unavailable !== NOT_SET && !isLast) {
      steps.say(`${server.name}: skipped ${source.name}: ${outcome.unavailable}`);
    }
  }
  throw new NoServerAvailable(server.name, server.fix, reasons);
}

/** A state directory owned by another user is not the source's failure. */
function isStateDirectoryError(error: unknown, stateDirectory: string): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return (code === 'EACCES' || code === 'EPERM') && (path?.startsWith(stateDirectory) ?? false);
}

/** Another source would start empty, and all data would seem lost. */
function dataUnavailableError(server: Server, source: Source, error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const what = `${server.name} stores its data with ${source.name}, which cannot start now.`;
  return new Error(`${what}\n${text}\n\`npm run reset\` deletes that data.`, { cause: error });
}

const NOT_SET = 'is not set';

/** A server whose address is set in the environment. */
export function environmentSource(
  variable: string,
  unavailableReason: (address: string, options: { signal: AbortSignal }) => Promise<string | null>,
): Source {
  return {
    name: `your own (${variable})`,
    serve: async ({ environment, signal }) => {
      const address = environment[variable];
      if (!address) return { unavailable: NOT_SET };
      const reason = await unavailableReason(address, { signal });
      return reason === null ? { address } : { unavailable: reason };
    },
  };
}

/** The first and last line of an error message, joined. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split('\n').map((line) => line.trim());
  const [first = '', ...rest] = lines.filter(Boolean);
  const last = rest.at(-1);
  return last ? `${first} ${last}` : first;
}
