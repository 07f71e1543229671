import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireRoom } from './disk-room.ts';
import { removeEndpoints } from './endpoints.ts';
import { explainFault } from './fault-words.ts';
import { bringUpInfrastructure, type ServedInfrastructure } from './infrastructure.ts';
import { LOCAL } from './paths.ts';
import { type PortName, type Ports, portsFrom, readPortBase, requireFreePorts } from './ports.ts';
import {
  claimName,
  findLiveProcesses,
  forgetProcess,
  recordProcess,
  stopLeftovers,
} from './process-registry.ts';
import { loadSecrets } from './secrets.ts';
import { removeLeftContainers } from './sources/left-containers.ts';
import { type Stack, startStack } from './stack.ts';
import { createSteps, type Steps } from './steps.ts';
import { Interrupted, listenForStop, type StopRequest } from './stop-request.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';

export type RunningCairn = { stack: Stack; infrastructure: ServedInfrastructure; ports: Ports };

export type StarterOptions = Pick<Parameters<typeof startStack>[0], 'isWatched'> & {
  publicUrl?: (ports: Ports) => string;
  /** What else is to run, such as vite; stopped with all the rest. */
  startMore?: (
    running: RunningCairn,
    context: { steps: Steps; signal: AbortSignal },
  ) => Promise<SupervisedProcess[]>;
  announce: (running: RunningCairn, seconds: string) => string;
};

/** It waits for the slowest process of each kind in turn. */
const STOP_STARTER_WITHIN_MS = 60_000;
const STARTER = 'starter';
/** One whose npm was killed notices within half a second that it is to stop. */
const NOTICES_WITHIN_MS = 1_500;

/** `npm start` and `npm run dev`: up, until somebody asks to stop; then all of it down, in order. */
export async function runUntilStopped(options: StarterOptions): Promise<never> {
  const steps = createSteps();
  const stop = listenForStop(steps.say);
  const processes: SupervisedProcess[] = [];
  const startedAt = performance.now();
  let exitCode = 0;
  const surprise = failAtSurprise();
  await claimState(steps, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) process.exit(stop.exitCode());
    endUnclaimed(error, steps);
  });
  try {
    const running = await bringUp(options, { steps, stop, processes });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    steps.say(options.announce(running, seconds));
    await Promise.race([stop.requested, surprise]);
  } catch (error) {
    exitCode = stop.signal.aborted ? stop.exitCode() : 1;
    if (!(error instanceof Interrupted)) steps.say(`\n${explainFault(error)}\n`);
  }
  removeEndpoints(LOCAL);
  recordProcess(LOCAL, { ...ownRecord(), isStopping: true });
  await steps
    .run('Stopping', () => stopAll(processes))
    .catch((error: unknown) => steps.say(explainFault(error)));
  forgetProcess(LOCAL, STARTER);
  steps.say('Cairn has stopped.');
  process.exit(exitCode);
}

/** What it has started would outlive a starter that an error of its own ends. */
function failAtSurprise(): Promise<never> {
  return new Promise((_, reject) => {
    process.on('uncaughtException', reject);
    process.on('unhandledRejection', reject);
  });
}

/** Nothing here is ours to stop or to remove. */
function endUnclaimed(error: unknown, steps: Steps): never {
  steps.say(explainFault(error));
  process.exit(1);
}

/** One start at a time has this checkout's state; what a killed one left behind is ended first. */
async function claimState(steps: Steps, signal: AbortSignal): Promise<void> {
  mkdirSync(LOCAL, { recursive: true });
  if (!claimName(LOCAL, ownRecord())) {
    const title = 'Waiting for the Cairn that runs from this folder to stop';
    await steps.run(title, () => claimAfterAnother(signal), { isQuiet: true });
  }
  // It would name what no longer runs.
  removeEndpoints(LOCAL);
  const left = await steps.run('Stopping what an earlier start left behind', async () => [
    ...(await stopLeftovers(LOCAL)),
    ...(await removeLeftContainers(LOCAL)),
  ]);
  if (left.length > 0) steps.say(`Stopped what an earlier start left behind: ${left.join(', ')}`);
}

/** Waits for one that ends, and not for one that just runs. */
async function claimAfterAnother(signal: AbortSignal): Promise<void> {
  const noticesBy = performance.now() + NOTICES_WITHIN_MS;
  while (!claimName(LOCAL, ownRecord())) {
    const other = findLiveProcesses(LOCAL).find((each) => each.name === STARTER);
    if (other && !other.isStopping && performance.now() > noticesBy) {
      throw new Error(
        `Cairn already runs from this folder (pid ${other.pid}). Stop it there first.`,
      );
    }
    await sleep(100, undefined, { signal });
  }
}

function ownRecord() {
  const { pid } = process;
  const stopWithinMs = STOP_STARTER_WITHIN_MS;
  return { name: STARTER, pid, stopSignal: 'SIGTERM', stopWithinMs, stopOrder: 0 } as const;
}

async function bringUp(
  options: StarterOptions,
  context: { steps: Steps; stop: StopRequest; processes: SupervisedProcess[] },
): Promise<RunningCairn> {
  const { steps, stop, processes } = context;
  const { signal } = stop;
  const own = process.env;
  requireRoom(LOCAL);
  const portBase = readPortBase(own);
  const ports = portsFrom(portBase);
  await requireFreePorts(ports, portsInUse(own));
  const infrastructure = await bringUpInfrastructure({
    stateDirectory: LOCAL,
    ports,
    isDurable: true,
    postgresPassword: loadSecrets(LOCAL).postgresPassword,
    redisPassword: loadSecrets(LOCAL).redisPassword,
    environment: own,
    steps,
    signal,
    processes,
  });
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
  const running = { stack, infrastructure, ports };
  processes.push(...((await options.startMore?.(running, { steps, signal })) ?? []));
  return running;
}

/** All but those of servers that the person brings. */
function portsInUse(own: NodeJS.ProcessEnv): PortName[] {
  const notNeeded = new Set<string>();
  if (own['POSTGRES_URL']) notNeeded.add('postgres');
  if (own['REDIS_URL']) notNeeded.add('redis');
  if (own['KAFKA_BROKERS']) notNeeded.add('kafka').add('kafkaController');
  const names = Object.keys(portsFrom(0)) as PortName[];
  return names.filter((name) => !notNeeded.has(name));
}
