import { testServerOptions } from '../infrastructure.ts';
import { POSTGRES } from '../sources/postgres.ts';
import { findServer } from '../sources/source.ts';
import { createStarter } from '../sources/start-server.ts';
import { type SupervisedProcess, stopAll } from '../supervisor.ts';
import type { Task } from '../task.ts';
import { closeTestState, openTestState } from '../test-state.ts';

/** Runs work with a superuser's URL of a Postgres server as the tests use it. */
export async function withPostgres(
  { steps, signal }: Task,
  work: (adminUrl: string) => Promise<void>,
): Promise<void> {
  const stateDirectory = await openTestState();
  const processes: SupervisedProcess[] = [];
  const options = {
    ...(await testServerOptions()),
    ...{ stateDirectory, steps, signal, processes },
    environment: { ...process.env, POSTGRES_URL: process.env['TEST_POSTGRES_URL'] },
  };
  try {
    const { address } = await findServer(POSTGRES, { ...options, start: createStarter(options) });
    await work(address);
  } finally {
    await stopAll(processes);
    await closeTestState(stateDirectory);
  }
}
