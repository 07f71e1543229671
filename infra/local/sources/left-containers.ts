import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { logFileOf, ROOT } from '../paths.ts';
import { entriesOf } from '../state.ts';
import { containerName, containersFolder } from './container-plan.ts';

const SCRIPT = fileURLToPath(new URL('container-remove.ts', import.meta.url));
const MARK = '.running';
const SERVERS = ['kafka', 'postgres', 'redis'];
const PATIENCE_MS = 45_000;

/** Removes containers whose minder was killed together with its starter; returns their servers. */
export async function removeLeftContainers(stateDirectory: string): Promise<string[]> {
  const folder = containersFolder(stateDirectory);
  const servers = entriesOf(folder).flatMap((name) =>
    name.endsWith(MARK) ? [name.slice(0, -MARK.length)] : [],
  );
  if (servers.length === 0 || !(await remove(stateDirectory, servers, 'containers'))) return [];
  for (const server of servers) rmSync(join(folder, `${server}${MARK}`), { force: true });
  return servers.map((server) => `the container of ${server}`);
}

/** The data that outlives containers, where there ever were any. False where no engine answers. */
export async function removeContainerData(stateDirectory: string): Promise<boolean> {
  if (!existsSync(containersFolder(stateDirectory))) return true;
  return remove(stateDirectory, SERVERS, 'with-data');
}

/** In a process of its own: an engine that hangs is left alone. */
function remove(
  stateDirectory: string,
  servers: string[],
  what: 'containers' | 'with-data',
): Promise<boolean> {
  const names = servers.map((server) => containerName(stateDirectory, server));
  return runCommand(process.execPath, [SCRIPT, what, ...names], {
    directory: ROOT,
    environment: process.env,
    logFile: logFileOf(stateDirectory, 'docker-cleanup'),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    () => true,
    () => false,
  );
}
