import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpointsFile } from './endpoints.ts';
import { bringUpInfrastructure } from './infrastructure.ts';
import { LOCAL } from './paths.ts';
import { findFreePortBase, portsFrom } from './ports.ts';
import { startStack } from './stack.ts';
import type { Steps } from './steps.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import { closeTestState, openTestState, stackStateOf } from './test-state.ts';

type Work = { steps: Steps; signal: AbortSignal };

/**
 * Runs work with the endpoints.json of a running Cairn: the given one, that of this
 * folder, or else of one that is started for the work and stopped afterwards.
 */
export async function withStack(
  named: string | undefined,
  work: (endpoints: string) => Promise<void>,
  options: Work,
): Promise<void> {
  const known = [named && resolve(named), endpointsFile(LOCAL)].find(
    (file) => file && existsSync(file),
  );
  if (known) await work(known);
  else await withOwnStack(work, options);
}

async function withOwnStack(
  work: (endpoints: string) => Promise<void>,
  { steps, signal }: Work,
): Promise<void> {
  const directory = await openTestState();
  const processes: SupervisedProcess[] = [];
  try {
    const infrastructure = await bringUpInfrastructure({
      stateDirectory: directory,
      ports: portsFrom(await findFreePortBase()),
      isDurable: false,
      postgresPassword: 'test',
      redisPassword: 'test',
      environment: process.env,
      steps,
      signal,
      processes,
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
