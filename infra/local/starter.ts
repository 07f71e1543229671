import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { announcement } from './announcement.ts';
import { requireDiskSpace } from './disk-room.ts';
import { removeEndpoints } from './endpoints.ts';
import { explainError } from './explain-error.ts';
import {
  bringUpInfrastructure,
  type InfrastructureOptions,
  type ServedInfrastructure,
} from './infrastructure.ts';
import { LOCAL } from './paths.ts';
import { type PortName, type Ports, portsFrom, readPortBase, requireFreePorts } from './ports.ts';
import {
  claimName,
  findLiveProcesses,
  recordProcess,
  removeProcessRecord,
  stopLeftovers,
} from './process-registry.ts';
import { loadSecrets } from './secrets.ts';
import { removeLeftoverContainers } from './sources/leftover-containers.ts';
import { createStarter } from './sources/start-server.ts';
import { startTraceViewer, type TraceViewer } from './sources/zipkin.ts';
import { type Stack, startStack } from './stack.ts';
import { createSteps, type Steps } from './steps.ts';
import { Interrupted, listenForStop, type StopRequest } from './stop-request.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';

export type RunningCairn = {
  stack: Stack;
  infrastructure: ServedInfrastructure;
  ports: Ports;
  /** The page of the traces, if there is a viewer. */
  traces?: string;
};

export type StarterOptions = Pick<Parameters<typeof startStack>[0], 'isWatched'> & {
  publicUrl?: (ports: Ports) => string;
  /** Starts a viewer of traces, to which every process exports. */
  isObserved?: boolean;
  /** Starts additional processes, such as vite; they are stopped with the rest. */
  startMore?: (
    running: RunningCairn,
    context: { steps: Steps; signal: AbortSignal },
  ) => Promise<SupervisedProcess[]>;
};

/** Covers the slowest process of each stop order. */
const STARTER_STOP_TIMEOUT_MS = 60_000;
const STARTER = 'starter';
/** A starter whose npm was killed notices that within half a second. */
const PARENT_EXIT_NOTICE_MS = 1_500;

/** `npm start` and `npm run dev`: starts everything, waits for a stop request, then stops in order. */
export async function runUntilStopped(options: StarterOptions = {}): Promise<never> {
  const steps = createSteps();
  const stop = listenForStop(steps.say);
  const processes: SupervisedProcess[] = [];
  const startedAt = performance.now();
  let exitCode = 0;
  const uncaughtError = rejectOnUncaughtError();
  await claimState(steps, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) process.exit(stop.exitCode());
    exitWithError(error, steps);
  });
  try {
    const { stack, infrastructure, traces } = await bringUp(options, { steps, stop, processes });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    steps.say(announcement({ ...stack, ...infrastructure, traces }, seconds));
    await Promise.race([stop.requested, uncaughtError]);
  } catch (error) {
    exitCode = stop.signal.aborted ? stop.exitCode() : 1;
    if (!(error instanceof Interrupted)) steps.say(`\n${explainError(error)}\n`);
  }
  removeEndpoints(LOCAL);
  recordProcess(LOCAL, { ...ownRecord(), isStopping: true });
  await steps
    .run('Stopping', () => stopAll(processes))
    .catch((error: unknown) => steps.say(explainError(error)));
  removeProcessRecord(LOCAL, STARTER);
  steps.say('Cairn has stopped.');
  process.exit(exitCode);
}

/** Without this, started processes would outlive a starter that crashes. */
function rejectOnUncaughtError(): Promise<never> {
  return new Promise((_, reject) => {
    process.on('uncaughtException', reject);
    process.on('unhandledRejection', reject);
  });
}

/** For failures before the claim: there is nothing to stop or remove. */
function exitWithError(error: unknown, steps: Steps): never {
  steps.say(explainError(error));
  process.exit(1);
}

/** Allows one start per checkout and stops what a killed start left behind. */
async function claimState(steps: Steps, signal: AbortSignal): Promise<void> {
  mkdirSync(LOCAL, { recursive: true });
  if (!claimName(LOCAL, ownRecord())) {
    const title = 'Waiting for the Cairn that runs from this folder to stop';
    await steps.run(title, () => waitForClaim(signal), { isQuiet: true });
  }
  // A leftover file would name stopped processes.
  removeEndpoints(LOCAL);
  const left = await steps.run('Stopping what an earlier start left behind', async () => [
    ...(await stopLeftovers(LOCAL)),
    ...(await removeLeftoverContainers(LOCAL)),
  ]);
  if (left.length > 0) steps.say(`Stopped what an earlier start left behind: ${left.join(', ')}`);
}

/** Waits for another start that is stopping; throws if it keeps running. */
async function waitForClaim(signal: AbortSignal): Promise<void> {
  const noticeDeadline = performance.now() + PARENT_EXIT_NOTICE_MS;
  while (!claimName(LOCAL, ownRecord())) {
    const other = findLiveProcesses(LOCAL).find((each) => each.name === STARTER);
    if (other && !other.isStopping && performance.now() > noticeDeadline) {
      throw new Error(
        `Cairn already runs from this folder (pid ${other.pid}). Stop it there first.`,
      );
    }
    await sleep(100, undefined, { signal });
  }
}

function ownRecord() {
  const { pid } = process;
  const stopWithinMs = STARTER_STOP_TIMEOUT_MS;
  return { name: STARTER, pid, stopSignal: 'SIGTERM', stopWithinMs, stopOrder: 0 } as const;
}

async function bringUp(
  options: StarterOptions,
  context: { steps: Steps; stop: StopRequest; processes: SupervisedProcess[] },
): Promise<RunningCairn> {
  const { steps, stop, processes } = context;
  const { signal } = stop;
  const isObserved = options.isObserved ?? false;
  requireDiskSpace(LOCAL);
  const portBase = readPortBase(process.env);
  const ports = portsFrom(portBase);
  await requireFreePorts(ports, portsInUse(process.env, isObserved));
  const inputs = {
    stateDirectory: LOCAL,
    ports,
    isDurable: true,
    postgresPassword: loadSecrets(LOCAL).postgresPassword,
    redisPassword: loadSecrets(LOCAL).redisPassword,
    environment: process.env,
    steps,
    signal,
    processes,
  };
  const infrastructure = await bringUpInfrastructure(inputs);
  const viewer = isObserved ? await observe(inputs) : null;
  const own = viewer
    ? { ...process.env, OTEL_EXPORTER_ZIPKIN_ENDPOINT: viewer.endpoint }
    : process.env;
  const publicUrl = options.publicUrl?.(ports) ?? own['PUBLIC_URL'];
  const stack = await startStack({
    portBase,
    stateDirectory: LOCAL,
    infrastructure,
    own,
    steps,
    signal,
    isWatched: options.isWatched ?? false,
    ...(publicUrl ? { publicUrl } : {}),
  });
  processes.push(...stack.processes);
  const running = { stack, infrastructure, ports, ...(viewer && { traces: viewer.page }) };
  processes.push(...((await options.startMore?.(running, { steps, signal })) ?? []));
  return running;
}

/** Without a viewer Cairn starts all the same. */
async function observe(context: InfrastructureOptions): Promise<TraceViewer | null> {
  const { steps, signal } = context;
  const viewer = await steps.run('Starting Zipkin', () =>
    startTraceViewer({ ...context, start: createStarter(context) }).catch((error: unknown) => {
      signal.throwIfAborted();
      return { unavailable: explainError(error) };
    }),
  );
  if ('endpoint' in viewer) return viewer;
  steps.say(`No viewer of traces: ${viewer.unavailable}`);
  return null;
}

/** All ports except those of servers set in the environment. */
function portsInUse(own: NodeJS.ProcessEnv, isObserved: boolean): PortName[] {
  const notNeeded = new Set<string>();
  if (own['POSTGRES_URL']) notNeeded.add('postgres');
  if (own['REDIS_URL']) notNeeded.add('redis');
  if (own['KAFKA_BROKERS']) notNeeded.add('kafka').add('kafkaController');
  if (!isObserved) notNeeded.add('zipkin');
  const names = Object.keys(portsFrom(0)) as PortName[];
  return names.filter((name) => !notNeeded.has(name));
}
