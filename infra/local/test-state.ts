import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL } from './paths.ts';
import { findLiveProcesses, recordProcess, sendSignal, stopLeftovers } from './process-registry.ts';
import { removeLeftoverContainers } from './sources/leftover-containers.ts';
import { findOfTestRun } from './started-processes.ts';
import { emptyState, entriesOf } from './state.ts';

const TEST_STATES = join(LOCAL, 'test');
/** State directory of a browser test's stack, next to the infrastructure's. */
const STACK = 'stack';
const EXIT_TIMEOUT_MS = 5000;
const POLL_MS = 50;

/** Creates a folder for this run after cleaning up those of killed runs. */
export async function openTestState(): Promise<string> {
  for (const name of entriesOf(TEST_STATES)) {
    const directory = join(TEST_STATES, name);
    const runs = findLiveProcesses(directory).some((each) => each.name === 'starter');
    if (!runs) await closeTestState(directory);
  }
  const directory = join(TEST_STATES, String(process.pid));
  mkdirSync(directory, { recursive: true });
  recordProcess(directory, {
    name: 'starter',
    pid: process.pid,
    stopSignal: 'SIGTERM',
    stopWithinMs: 30_000,
    stopOrder: 0,
  });
  return directory;
}

export function stackStateOf(directory: string): string {
  return join(directory, STACK);
}

/** Stops everything that was started from this folder and removes it; returns what was still running. */
export async function closeTestState(directory: string): Promise<string[]> {
  const left = [
    ...(await stopLeftovers(stackStateOf(directory))),
    ...(await stopLeftovers(directory)),
    ...(await removeLeftoverContainers(directory)),
  ];
  emptyState(directory);
  await rm(directory, { recursive: true, force: true });
  return left;
}

/** Kills what a test run has left running and returns the commands. */
export async function endTestRun(run: string): Promise<string[]> {
  const deadline = performance.now() + EXIT_TIMEOUT_MS;
  // A browser's helper processes end shortly after it.
  while (findOfTestRun(run).length > 0 && performance.now() < deadline) await sleep(POLL_MS);
  const left = findOfTestRun(run);
  for (const { pid } of left) sendSignal(pid, 'SIGKILL');
  return left.map(({ name }) => name);
}
