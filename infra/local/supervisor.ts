import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog, tailOf } from './process-log.ts';
import {
  endProcess,
  forgetProcess,
  killGroup,
  type ProcessRecord,
  recordProcess,
  sendSignal,
} from './process-registry.ts';

export type ProcessDefinition = {
  name: string;
  command: string;
  args: string[];
  environment: Record<string, string>;
  directory: string;
  user?: { uid: number; gid: number };
  stopSignal: NodeJS.Signals;
  /** Lower ends first. */
  stopOrder: number;
  isReady: () => Promise<boolean>;
};

export type SupervisorOptions = {
  stateDirectory: string;
  say: (text: string) => void;
};

export type SupervisedProcess = {
  readonly name: string;
  readonly stopOrder: number;
  readonly logFile: string;
  readonly pid: number | undefined;
  /** How often it has ended by itself. */
  readonly ends: number;
  whenReady(signal?: AbortSignal): Promise<void>;
  /** For tests of faults: it ends, and is started again like any that ends by itself. */
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
};

/** Our services give themselves 10 s. */
const STOP_WITHIN_MS = 12_000;
const READY_WITHIN_MS = 90_000;
const ENDS_BEFORE_GIVING_UP = 3;
const STEADY_MS = 30_000;
const WAIT_MS = { first: 500, longest: 30_000 };
const POLL_MS = 50;

/**
 * Starts a process in a session of its own, so that a Ctrl-C in the terminal reaches us alone, and
 * starts it again, with growing waits, whenever it ends by itself.
 */
export function supervise(
  definition: ProcessDefinition,
  { stateDirectory, say }: SupervisorOptions,
): SupervisedProcess {
  const { name } = definition;
  const log = openLog(stateDirectory, name);
  let child: ChildProcess | undefined;
  let record: ProcessRecord | undefined;
  let isStopping = false;
  let isReady = false;
  let ends = 0;
  let wait = WAIT_MS.first;
  let restart: NodeJS.Timeout | undefined;

  function launch(): void {
    const startedAt = Date.now();
    log.mark();
    const { command, args, directory, environment, user } = definition;
    const launched = spawn(command, args, {
      cwd: directory,
      env: environment,
      stdio: ['ignore', log.descriptor, log.descriptor],
      detached: true,
      ...user,
    });
    child = launched;
    launched.on('error', (error) => onEnd(launched, error.message, startedAt));
    launched.on('exit', (code, signal) => onEnd(launched, endOf(code, signal), startedAt));
    const { stopSignal, stopOrder } = definition;
    if (launched.pid) {
      record = recordProcess(stateDirectory, {
        name,
        pid: launched.pid,
        stopSignal,
        stopWithinMs: STOP_WITHIN_MS,
        stopOrder,
      });
    }
  }

  function onEnd(ended: ChildProcess, how: string, startedAt: number): void {
    if (ended !== child) return;
    child = undefined;
    forgetProcess(stateDirectory, name);
    if (ended.pid) killGroup(ended.pid);
    if (isStopping) return;
    ends++;
    if (!isReady && ends >= ENDS_BEFORE_GIVING_UP) return;
    if (Date.now() - startedAt > STEADY_MS) wait = WAIT_MS.first;
    say(`✗ ${name} ended (${how}); starts again in ${wait / 1000} s${lastWords(log.tail(6))}`);
    restart = setTimeout(launch, wait);
    wait = Math.min(wait * 2, WAIT_MS.longest);
  }

  async function whenReady(signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await definition.isReady())) {
      signal?.throwIfAborted();
      if (ends >= ENDS_BEFORE_GIVING_UP && !child) {
        throw new Error(
          `${name} does not start; all of it is in ${log.file}${lastWords(log.tail(20))}`,
        );
      }
      if (Date.now() > deadline) {
        const seconds = READY_WITHIN_MS / 1000;
        throw new Error(
          `${name} was not ready within ${seconds} s${lastWords(tailOf(log.file, 20))}`,
        );
      }
      await sleep(POLL_MS);
    }
    isReady = true;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restart);
    if (child && record) await endProcess(record);
    forgetProcess(stateDirectory, name);
    log.close();
  }

  launch();
  return {
    name,
    stopOrder: definition.stopOrder,
    logFile: log.file,
    get pid() {
      return child?.pid;
    },
    get ends() {
      return ends;
    },
    whenReady,
    kill: (signal) => {
      if (child?.pid) sendSignal(child.pid, signal);
    },
    stop,
  };
}

/** Stops all in their order; those of one order together. */
export async function stopAll(processes: readonly SupervisedProcess[]): Promise<void> {
  const orders = [...new Set(processes.map((each) => each.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    await Promise.all(processes.filter((each) => each.stopOrder === order).map((p) => p.stop()));
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `by ${signal}` : `exit code ${code}`;
}

function lastWords(lines: string[]): string {
  return lines.length === 0
    ? ''
    : `; the end of its log:\n${lines.map((l) => `    ${l}`).join('\n')}`;
}
