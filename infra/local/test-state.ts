import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL } from './paths.ts';
import { findLiveProcesses, recordProcess, stopLeftovers } from './process-registry.ts';
import { removeLeftContainers } from './sources/left-containers.ts';
import { emptyState, entriesOf } from './state.ts';

const TEST_STATES = join(LOCAL, 'test');
/** Where a browser test's own stack keeps its state, beside that of the infrastructure. */
const STACK = 'stack';

/** A folder for this run alone; those of runs that were killed are cleaned up first. */
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

/** Ends everything that was started from this folder, and removes it; returns what still ran. */
export async function closeTestState(directory: string): Promise<string[]> {
  const left = [
    ...(await stopLeftovers(stackStateOf(directory))),
    ...(await stopLeftovers(directory)),
    ...(await removeLeftContainers(directory)),
  ];
  emptyState(directory);
  await rm(directory, { recursive: true, force: true });
  return left;
}
