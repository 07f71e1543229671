import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { logFileOf, ROOT } from '../paths.ts';
import { NoAdvance, whileItAdvances } from './advance.ts';
import { type ContainerPlan, containerName, containersFolder } from './container-plan.ts';
import { INFRASTRUCTURE_STOP_ORDER, type Source, type SourceContext } from './source.ts';

const STOP_WITHIN_MS = 50_000;
/** Kafka takes 70 s where ten others want the processor. */
const READY_WITHIN_MS = 180_000;
const ASKED_WITHIN_MS = 5_000;
const LOOPBACK = '127.0.0.1';

export type ContainerServer = {
  name: 'postgres' | 'redis' | 'kafka';
  image: string;
  inside: number;
  /** Where the image keeps its data. */
  data: string;
  stopOrder?: number;
  describe(
    context: SourceContext,
    host: string,
  ): Pick<ContainerPlan, 'environment'> & { command?: string[] };
  address(context: SourceContext, host: string): string;
  isReady(context: SourceContext, host: string): Promise<boolean>;
};

/** A server in a container, by testcontainers on any engine that it finds. */
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

/** There from the first time on that this server has served with a volume. */
function dataFile(stateDirectory: string, { name }: ContainerServer): string {
  return join(containersFolder(stateDirectory), `${name}.data`);
}

/** The host of an engine that has the image, pulled now where it is missing. */
async function prepareEngine(server: ContainerServer, context: SourceContext): Promise<string> {
  const { steps, signal, environment, stateDirectory } = context;
  let host = '';
  let complaint = '';
  const onLine = (line: string, advance: () => void, detail: (text: string) => void) => {
    if (line.startsWith('{"host":')) host = (JSON.parse(line) as { host: string }).host;
    complaint = complaintIn(line, complaint);
    const pulled = /testcontainers:pull .*"progress":"[^"]*?([\d.]+ ?\w+\/[\d.]+ ?\w+)"/.exec(line);
    if (pulled?.[1]) detail(pulled[1]);
    if (line.includes('testcontainers:pull ')) advance();
  };
  try {
    await steps.run(
      `Asking Docker for ${server.image}`,
      (detail) =>
        whileItAdvances('the Docker engine or its registry', signal, (alive, advance) =>
          runCommand(process.execPath, [scriptOf('container-image.ts'), server.image], {
            directory: ROOT,
            environment: { ...environment, DEBUG: 'testcontainers*', DEBUG_COLORS: '0' },
            logFile: logFileOf(stateDirectory, `docker-${server.name}`),
            signal: alive,
            onLine: (line) => onLine(line, advance, detail),
          }),
        ),
      { isQuiet: true },
    );
  } catch (error) {
    signal.throwIfAborted();
    throw complaint && !(error instanceof NoAdvance)
      ? new Error(complaint, { cause: error })
      : error;
  }
  // Bound to that alone, and in no need of being looked up.
  return host === 'localhost' ? LOOPBACK : host;
}

/** testcontainers tells only in its debug log why an engine or an image is not to be had. */
function complaintIn(line: string, before: string): string {
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
    args: [scriptOf('container-run.ts'), JSON.stringify(plan)],
    environment: definedOnly(environment),
    directory: ROOT,
    stopSignal: 'SIGTERM' as const,
    readyWithinMs: READY_WITHIN_MS,
    stopWithinMs: STOP_WITHIN_MS,
    stopOrder: server.stopOrder ?? INFRASTRUCTURE_STOP_ORDER,
    isReady: () => server.isReady(context, host),
  };
  rmSync(plan.readyFile, { force: true });
  await context.start(definition, () => secondsOfContainer(name, context));
  writeFileSync(plan.readyFile, '');
}

/** Asked in a process of its own, as all that an engine may leave without an answer. */
async function secondsOfContainer(
  name: string,
  { environment, stateDirectory, signal }: SourceContext,
): Promise<number | null> {
  let seconds: number | null = null;
  await runCommand(process.execPath, [scriptOf('container-time.ts'), name], {
    directory: ROOT,
    environment,
    logFile: logFileOf(stateDirectory, `docker-time-${name}`),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ASKED_WITHIN_MS)]),
    onLine: (line) => {
      const told = /^used ([\d.]+) s$/.exec(line)?.[1];
      if (told) seconds = Number(told);
    },
  }).catch(() => signal.throwIfAborted());
  return seconds;
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Record<string, string>;
}

function scriptOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
