import { join } from 'node:path';
import { runCommand } from './command.ts';
import { bringUpInfrastructure } from './infrastructure.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { findFreePortBase, portsFrom } from './ports.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import { closeTestState, openTestState, stackStateOf } from './test-state.ts';

// `npm run bench`: runs tests/load/bench.ts on its own servers and stops them afterwards.
const steps = createSteps();
const { signal } = listenForStop(steps.say);
const directory = await openTestState();
const processes: SupervisedProcess[] = [];

try {
  const { postgresUrl, redisUrl, kafkaBrokers } = await bringUpInfrastructure({
    stateDirectory: directory,
    ports: portsFrom(await findFreePortBase()),
    // As in `npm start`: a commit waits for the disk.
    isDurable: true,
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
    postgresPassword: 'test',
    redisPassword: 'test',
    environment: process.env,
    steps,
    signal,
    processes,
  });
  await runCommand(
    process.execPath,
    [join(ROOT, 'tests', 'load', 'bench.ts'), ...process.argv.slice(2)],
    {
      directory: ROOT,
      environment: {
        ...process.env,
        TEST_STATE_DIRECTORY: stackStateOf(directory),
        TEST_POSTGRES_URL: postgresUrl,
        TEST_REDIS_URL: redisUrl,
        TEST_KAFKA_BROKERS: kafkaBrokers.join(','),
      },
      logFile: logFileOf(LOCAL, 'bench'),
      onLine: steps.say,
      signal,
    },
  );
} catch (error) {
  steps.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeTestState(stackStateOf(directory));
  await stopAll(processes);
  await closeTestState(directory);
}
process.exit();
