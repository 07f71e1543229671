import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { logFileOf, ROOT } from '../paths.ts';
import { entriesOf } from '../state.ts';
import { containerName, containersFolder } from './container-plan.ts';

const CLIENT = join(import.meta.dirname, 'container-client.ts');
const MARK = '.running';
const SERVERS = ['kafka', 'postgres', 'redis'];
const REMOVE_TIMEOUT_MS = 45_000;

/** Removes containers whose runner process was killed; returns their servers. */
export async function removeLeftoverContainers(stateDirectory: string): Promise<string[]> {
  const folder = containersFolder(stateDirectory);
  const servers = entriesOf(folder).flatMap((name) =>
    name.endsWith(MARK) ? [name.slice(0, -MARK.length)] : [],
  );
  if (servers.length === 0 || !(await remove(stateDirectory, servers, 'remove'))) return [];
  for (const server of servers) rmSync(join(folder, `${server}${MARK}`), { force: true });
  return servers.map((server) => `the container of ${server}`);
}

/** Removes the volumes, if there were any containers. Returns false if no engine answers. */
export async function removeContainerData(stateDirectory: string): Promise<boolean> {
  if (!existsSync(containersFolder(stateDirectory))) return true;
  return remove(stateDirectory, SERVERS, 'remove-with-data');
}

/** Runs as a child process, because the engine may hang. */
function remove(
  stateDirectory: string,
  servers: string[],
  request: 'remove' | 'remove-with-data',
): Promise<boolean> {
  const names = servers.map((server) => containerName(stateDirectory, server));
  return runCommand(process.execPath, [CLIENT, request, ...names], {
    directory: ROOT,
    environment: process.env,
    logFile: logFileOf(stateDirectory, 'docker-cleanup'),
    signal: AbortSignal.timeout(REMOVE_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
}
