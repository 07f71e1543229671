import { dirname } from 'node:path';
import { findLiveProcesses, sendSignal } from '../../infra/local/process-registry.ts';

export type ServerName = 'postgres' | 'redis' | 'kafka';

/** Null where this run did not start the server itself: what belongs to others is left alone. */
function findServer(name: ServerName): { pid: number } | null {
  const stack = process.env['TEST_STATE_DIRECTORY'];
  const records = stack ? findLiveProcesses(dirname(stack)) : [];
  return records.find((record) => record.name === name) ?? null;
}

export function ownServers(): boolean {
  return (['postgres', 'redis', 'kafka'] as const).every((name) => findServer(name) !== null);
}

/** Takes calls and answers none while `work` lasts. */
export async function whileHanging(name: ServerName, work: () => Promise<unknown>): Promise<void> {
  const server = getServer(name);
  sendSignal(server.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    sendSignal(server.pid, 'SIGCONT');
  }
}

/** It is started again by who started it. */
export function endServer(name: ServerName, signal: NodeJS.Signals): void {
  sendSignal(getServer(name).pid, signal);
}

function getServer(name: ServerName): { pid: number } {
  const server = findServer(name);
  if (!server) throw new Error(`${name} was not started by this run`);
  return server;
}
