import { join } from 'node:path';
import { runCommand } from './command.ts';
import { bringUpInfrastructure, testServerOptions, variablesOf } from './infrastructure.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import { runTask } from './task.ts';
import { closeTestState, openTestState, stackStateOf } from './test-state.ts';

// `npm run bench`: runs tests/load/bench.ts on its own servers and stops them afterwards.
await runTask(async ({ steps, signal }) => {
  const directory = await openTestState();
  const processes: SupervisedProcess[] = [];
  try {
    const infrastructure = await bringUpInfrastructure({
      ...(await testServerOptions()),
      ...{ stateDirectory: directory, steps, signal, processes },
      // As in `npm start`: a commit waits for the disk.
      isDurable: true,
      postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
    });
    const script = join(ROOT, 'tests', 'load', 'bench.ts');
    await runCommand(process.execPath, [script, ...process.argv.slice(2)], {
      directory: ROOT,
      environment: {
        ...process.env,
        TEST_STATE_DIRECTORY: stackStateOf(directory),
        ...variablesOf(infrastructure),
      },
      logFile: logFileOf(LOCAL, 'bench'),
      onLine: steps.say,
      signal,
    });
    return 0;
  } finally {
    await closeTestState(stackStateOf(directory));
    await stopAll(processes);
    await closeTestState(directory);
  }
});
