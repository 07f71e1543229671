import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from './disk-room.ts';
import { openLog, type ProcessLog } from './process-log.ts';
import {
  endProcess,
  killGroup,
  type ProcessRecord,
  recordProcess,
  removeProcessRecord,
  sendSignal,
} from './process-registry.ts';
import { startedMark } from './started-processes.ts';

export type ProcessDefinition = {
  name: string;
  command: string;
  args: string[];
  environment: Record<string, string>;
  directory: string;
  user?: { uid: number; gid: number };
  stopSignal: NodeJS.Signals;
  /** For processes that start more slowly than our services. */
  readyWithinMs?: number;
  /** Then it gets SIGKILL. The default is slightly longer than the services' own limit. */
  stopWithinMs?: number;
  /** Lower values stop first. */
  stopOrder: number;
  isReady: () => Promise<boolean>;
};

export type SupervisorOptions = {
  stateDirectory: string;
  say: (text: string) => void;
};

const STOP_TIMEOUT_MS = 12_000;
const READY_TIMEOUT_MS = 90_000;
const MAX_FAILED_STARTS = 3;
const STEADY_MS = 30_000;
const WAIT_MS = { first: 500, longest: 30_000 };
const POLL_MS = 50;
const LINES = { onCleanup: 6, atFailure: 20 };

/**
 * A process in its own session, so that Ctrl-C in the terminal reaches only the starter. If it exits
 * unexpectedly, it is restarted with exponential back-off.
 */
export class SupervisedProcess {
  readonly #definition: ProcessDefinition;
  readonly #options: SupervisorOptions;
  readonly #log: ProcessLog;
  #child: ChildProcess | undefined;
  #record: ProcessRecord | undefined;
  #isStopping = false;
  #wasReady = false;
  #ends = 0;
  #wait = WAIT_MS.first;
  #restart: NodeJS.Timeout | undefined;

  constructor(definition: ProcessDefinition, options: SupervisorOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#log = openLog(options.stateDirectory, definition.name);
    this.#launch();
  }

  get name(): string {
    return this.#definition.name;
  }

  get stopOrder(): number {
    return this.#definition.stopOrder;
  }

  get logFile(): string {
    return this.#log.file;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Number of unexpected exits. */
  get ends(): number {
    return this.#ends;
  }

  /** Resolves when the process is ready; throws if it does not start. */
  async whenReady(signal?: AbortSignal): Promise<void> {
    const { readyWithinMs = READY_TIMEOUT_MS } = this.#definition;
    const deadline = performance.now() + readyWithinMs;
    while (!(await this.#definition.isReady())) {
      signal?.throwIfAborted();
      if (this.#hasGivenUp()) throw this.#failure('does not start');
      if (performance.now() > deadline) {
        throw this.#failure(`was not ready within ${readyWithinMs / 1000} s`);
      }
      await sleep(POLL_MS);
    }
    this.#wasReady = true;
  }

  /** For fault tests: the process ends and is restarted like after a crash. */
  kill(signal: NodeJS.Signals): void {
    if (this.#child?.pid) sendSignal(this.#child.pid, signal);
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child && this.#record) {
      const exit = once(child, 'exit');
      await endProcess(this.#record);
      await exit;
    }
    removeProcessRecord(this.#options.stateDirectory, this.name);
    this.#log.close();
  }

  #launch(): void {
    const startedAt = performance.now();
    this.#log.mark();
    const { name, command, args, directory, environment, user } = this.#definition;
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...environment, ...startedMark(this.#options.stateDirectory) },
      stdio: ['ignore', this.#log.descriptor, this.#log.descriptor],
      detached: true,
      ...user,
    });
    this.#child = child;
    child.on('error', (error) => this.#onEnd(child, error.message, startedAt));
    child.on('exit', (code, signal) => this.#onEnd(child, endOf(code, signal), startedAt));
    if (!child.pid) return;
    const { stopSignal, stopOrder, stopWithinMs = STOP_TIMEOUT_MS } = this.#definition;
    const stopping = { stopSignal, stopOrder, stopWithinMs };
    this.#record = recordProcess(this.#options.stateDirectory, {
      name,
      pid: child.pid,
      ...stopping,
    });
  }

  #onEnd(child: ChildProcess, how: string, startedAt: number): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    removeProcessRecord(this.#options.stateDirectory, this.name);
    if (child.pid) killGroup(child.pid);
    if (this.#isStopping) return;
    this.#ends++;
    if (this.#hasGivenUp()) return;
    if (performance.now() - startedAt > STEADY_MS) this.#wait = WAIT_MS.first;
    const seconds = this.#wait / 1000;
    const words = formatLogTail(this.#log.tail(LINES.onCleanup));
    const cause = isDiskFull(this.#options.stateDirectory) ? `${how}, the disk is full` : how;
    this.#options.say(`✗ ${this.name} ended (${cause}); restarting in ${seconds} s${words}`);
    this.#restart = setTimeout(() => {
      this.#launch();
      if (this.#wasReady) void this.#reportWhenReady();
    }, this.#wait);
    this.#wait = Math.min(this.#wait * 2, WAIT_MS.longest);
  }

  async #reportWhenReady(): Promise<void> {
    const ends = this.#ends;
    while (!(await this.#definition.isReady())) {
      if (this.#isStopping || this.#ends > ends) return;
      await sleep(POLL_MS);
    }
    if (!this.#isStopping && this.#ends === ends)
      this.#options.say(`✓ ${this.name} is ready again`);
  }

  /** A process that was never ready is not restarted forever. */
  #hasGivenUp(): boolean {
    return !this.#wasReady && !this.#child && this.#ends >= MAX_FAILED_STARTS;
  }

  #failure(what: string): Error {
    const words = formatLogTail(this.#log.tail(LINES.atFailure));
    return new Error(`${this.name} ${what}; all of its log is in ${this.logFile}${words}`);
  }
}

/** Stops all by stop order; those of the same order in parallel. */
export async function stopAll(processes: readonly SupervisedProcess[]): Promise<void> {
  const orders = [...new Set(processes.map((each) => each.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    await Promise.all(processes.filter((each) => each.stopOrder === order).map((p) => p.stop()));
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `by ${signal}` : `exit code ${code}`;
}

function formatLogTail(lines: string[]): string {
  return lines.length === 0
    ? ''
    : `; the end of its log:\n${lines.map((l) => `    ${l}`).join('\n')}`;
}
