import { dirname } from 'node:path';
import { findLiveProcesses, sendSignal } from '../../infra/local/process-registry.ts';

export type ServerName = 'postgres' | 'redis' | 'kafka';

/** Null when this run did not start the server: servers of others must not be stopped. */
function findServer(name: ServerName): { pid: number } | null {
  const stack = process.env['TEST_STATE_DIRECTORY'];
  const records = stack ? findLiveProcesses(dirname(stack)) : [];
  return records.find((record) => record.name === name) ?? null;
}

export function hasOwnServers(): boolean {
  return (['postgres', 'redis', 'kafka'] as const).every(isServerUp);
}

/** False also while a server that was killed is not restarted yet. */
export function isServerUp(name: ServerName): boolean {
  return findServer(name) !== null;
}

/** The server accepts connections but does not respond during `work`. */
export async function whileHanging(name: ServerName, work: () => Promise<unknown>): Promise<void> {
  const server = getServer(name);
  sendSignal(server.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    sendSignal(server.pid, 'SIGCONT');
  }
}

/** The process that started the server restarts it. */
export function endServer(name: ServerName, signal: NodeJS.Signals): void {
  sendSignal(getServer(name).pid, signal);
}

function getServer(name: ServerName): { pid: number } {
  const server = findServer(name);
  if (!server) throw new Error(`${name} was not started by this run`);
  return server;
}
