import { join } from 'node:path';
import { runCommand } from './command.ts';
import { bringUpInfrastructure, testServerOptions, variablesOf } from './infrastructure.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { TEST_RUN } from './started-processes.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import type { Task } from './task.ts';
import { closeTestState, endTestRun, openTestState, stackStateOf } from './test-state.ts';

/** Runs a script of tests/load on servers of its own and stops them afterwards. */
export async function runLoadScript(
  script: string,
  args: readonly string[],
  { steps, signal }: Task,
): Promise<void> {
  const directory = await openTestState();
  const processes: SupervisedProcess[] = [];
  const run = `${process.pid}-${Date.now()}`;
  try {
    const infrastructure = await bringUpInfrastructure({
      ...(await testServerOptions()),
      ...{ stateDirectory: directory, steps, signal, processes },
      // As in `npm start`: a commit waits for the disk.
      isDurable: true,
      postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
    });
    const path = join(ROOT, 'tests', 'load', script);
    await runCommand(process.execPath, [path, ...args], {
      directory: ROOT,
      environment: {
        ...process.env,
        [TEST_RUN]: run,
        TEST_STATE_DIRECTORY: stackStateOf(directory),
        ...variablesOf(infrastructure),
      },
      logFile: logFileOf(LOCAL, 'bench'),
      onLine: steps.say,
      signal,
    });
  } finally {
    await closeTestState(stackStateOf(directory));
    // Further copies have state folders of their own.
    await endTestRun(run);
    await stopAll(processes);
    await closeTestState(directory);
  }
}
