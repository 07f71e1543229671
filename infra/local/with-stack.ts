import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpointsFile } from './endpoints.ts';
import { bringUpInfrastructure, testServerOptions } from './infrastructure.ts';
import { LOCAL } from './paths.ts';
import { findFreePortBase } from './ports.ts';
import { startStack } from './stack.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import type { Task } from './task.ts';
import { closeTestState, openTestState, stackStateOf } from './test-state.ts';

/**
 * Runs work with the endpoints.json of a running Cairn: the given one, that of this
 * folder, or else of one that is started for the work and stopped afterwards.
 */
export async function withStack(
  named: string | undefined,
  task: Task,
  work: (endpoints: string) => Promise<void>,
): Promise<void> {
  const candidates = [...(named ? [resolve(named)] : []), endpointsFile(LOCAL)];
  const known = candidates.find((file) => existsSync(file));
  if (known) await work(known);
  else await withOwnStack(task, work);
}

async function withOwnStack(
  { steps, signal }: Task,
  work: (endpoints: string) => Promise<void>,
): Promise<void> {
  const directory = await openTestState();
  const processes: SupervisedProcess[] = [];
  try {
    const infrastructure = await bringUpInfrastructure({
      ...(await testServerOptions()),
      ...{ stateDirectory: directory, steps, signal, processes },
    });
    const stateDirectory = stackStateOf(directory);
    const portBase = await findFreePortBase();
    const stack = await startStack({ portBase, stateDirectory, infrastructure, steps, signal });
    processes.push(...stack.processes);
    await work(endpointsFile(stateDirectory));
  } finally {
    await steps.run('Stopping', () => stopAll(processes));
    await closeTestState(directory);
  }
}
