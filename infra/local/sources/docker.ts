import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { logFileOf, ROOT } from '../paths.ts';
import { type ContainerPlan, containerName, containersFolder } from './container-plan.ts';
import { INFRASTRUCTURE_STOP_ORDER, type Source, type SourceContext } from './source.ts';
import { abortOnStall, StallError } from './stall.ts';

const STOP_TIMEOUT_MS = 50_000;
/** Kafka takes 70 s on a machine with ten other busy processes. */
const READY_TIMEOUT_MS = 180_000;
const QUERY_TIMEOUT_MS = 5_000;
const LOOPBACK = '127.0.0.1';
const CLIENT = join(import.meta.dirname, 'container-client.ts');
const RUNNER = join(import.meta.dirname, 'container-run.ts');

/** As in docker-compose.yml; images.test.ts compares them. */
export const IMAGES = {
  postgres: 'postgres:18',
  redis: 'redis:7',
  kafka: 'apache/kafka:4.3.0',
} as const;

export type ContainerServer = {
  name: 'postgres' | 'redis' | 'kafka';
  image: string;
  inside: number;
  /** The image's data folder. */
  data: string;
  stopOrder?: number;
  describe(
    context: SourceContext,
    host: string,
  ): Pick<ContainerPlan, 'environment'> & { command?: string[] };
  address(context: SourceContext, host: string): string;
  isReady(context: SourceContext, host: string): Promise<boolean>;
};

/** Runs a server in a container on any engine that testcontainers finds. */
export function dockerSource(server: ContainerServer): Source {
  return {
    name: `Docker (${server.image})`,
    async serve(context) {
      const host = await prepareEngine(server, context);
      await startContainer(server, context, host);
      if (context.isDurable) writeFileSync(dataFile(context.stateDirectory, server), '');
      return { address: server.address(context, host) };
    },
    holdsData: (stateDirectory) => existsSync(dataFile(stateDirectory, server)),
  };
}

/** Exists once this server has been ready with a volume. */
function dataFile(stateDirectory: string, { name }: ContainerServer): string {
  return join(containersFolder(stateDirectory), `${name}.data`);
}

/** Returns the host of an engine with the image, which is pulled if missing. */
async function prepareEngine(server: ContainerServer, context: SourceContext): Promise<string> {
  const { steps, signal, environment, stateDirectory } = context;
  let host = '';
  let unavailableReason = '';
  const onLine = (line: string, onProgress: () => void, detail: (text: string) => void) => {
    if (line.startsWith('{"host":')) host = (JSON.parse(line) as { host: string }).host;
    unavailableReason = findUnavailableReason(line, unavailableReason);
    const pulled = /testcontainers:pull .*"progress":"[^"]*?([\d.]+ ?\w+\/[\d.]+ ?\w+)"/.exec(line);
    if (pulled?.[1]) detail(pulled[1]);
    if (line.includes('testcontainers:pull ')) onProgress();
  };
  try {
    await steps.run(
      `Asking Docker for ${server.image}`,
      (detail) =>
        abortOnStall('the Docker engine or its registry', signal, (alive, onProgress) =>
          runCommand(process.execPath, [CLIENT, 'image', server.image], {
            directory: ROOT,
            environment: { ...environment, DEBUG: 'testcontainers*', DEBUG_COLORS: '0' },
            logFile: logFileOf(stateDirectory, `docker-${server.name}`),
            signal: alive,
            onLine: (line) => onLine(line, onProgress, detail),
          }),
        ),
      { isQuiet: true },
    );
  } catch (error) {
    signal.throwIfAborted();
    throw unavailableReason && !(error instanceof StallError)
      ? new Error(unavailableReason, { cause: error })
      : error;
  }
  // The port is bound to this address only, and needs no name lookup.
  return host === 'localhost' ? LOOPBACK : host;
}

/** testcontainers reports only in its debug log why an engine or image is unavailable. */
function findUnavailableReason(line: string, before: string): string {
  const engine = /strategy "\w+" does not work: "(?:Error: )?(.*)"/.exec(line)?.[1];
  if (engine) return `no engine answers: ${engine}`;
  const pulling = /Failed to pull image "[^"]*": (?:Error: )?(.*)$/.exec(line)?.[1];
  if (pulling) return `its image cannot be pulled: ${pulling.trim()}`;
  const refused = /testcontainers:pull .*"error":"([^"]*)"/.exec(line)?.[1];
  if (refused) return `its image cannot be pulled: ${refused}`;
  return line.startsWith('Error: Could not find a working container') && !before
    ? 'there is no engine: no DOCKER_HOST, and no socket where engines have theirs'
    : before;
}

async function startContainer(
  server: ContainerServer,
  context: SourceContext,
  host: string,
): Promise<void> {
  const { stateDirectory, environment, isDurable, ports } = context;
  const name = containerName(stateDirectory, server.name);
  mkdirSync(containersFolder(stateDirectory), { recursive: true });
  const plan: ContainerPlan = {
    name,
    image: server.image,
    port: { inside: server.inside, outside: ports[server.name] },
    ...(host === LOOPBACK ? { bindTo: LOOPBACK } : {}),
    ...server.describe(context, host),
    ...(isDurable ? { volume: { name, target: server.data } } : {}),
    markFile: join(containersFolder(stateDirectory), `${server.name}.running`),
    readyFile: join(containersFolder(stateDirectory), `${server.name}.ready`),
  };
  const definition = {
    name: server.name,
    command: process.execPath,
    args: [RUNNER, JSON.stringify(plan)],
    environment: definedOnly(environment),
    directory: ROOT,
    stopSignal: 'SIGTERM' as const,
    readyWithinMs: READY_TIMEOUT_MS,
    stopWithinMs: STOP_TIMEOUT_MS,
    stopOrder: server.stopOrder ?? INFRASTRUCTURE_STOP_ORDER,
    isReady: () => server.isReady(context, host),
  };
  rmSync(plan.readyFile, { force: true });
  await context.start(definition, () => secondsOfContainer(name, context));
  writeFileSync(plan.readyFile, '');
}

/** Runs as a child process, because the engine may hang. */
async function secondsOfContainer(
  name: string,
  { environment, stateDirectory, signal }: SourceContext,
): Promise<number | null> {
  let seconds: number | null = null;
  await runCommand(process.execPath, [CLIENT, 'time', name], {
    directory: ROOT,
    environment,
    logFile: logFileOf(stateDirectory, `docker-time-${name}`),
    signal: AbortSignal.any([signal, AbortSignal.timeout(QUERY_TIMEOUT_MS)]),
    onLine: (line) => {
      const used = /^used ([\d.]+) s$/.exec(line)?.[1];
      if (used) seconds = Number(used);
    },
  }).catch(() => signal.throwIfAborted());
  return seconds;
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Record<string, string>;
}
