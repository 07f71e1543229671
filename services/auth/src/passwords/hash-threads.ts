import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** As libuv names the threads of its pool, which runs the hashes. */
const POOL_THREAD = 'libuv-worker';
const TASKS = '/proc/self/task';

/**
 * Lowers the priority of the threads that hash passwords, so that hashes on every core do not delay
 * other requests. Linux only: elsewhere, and in a container that forbids it, nothing changes. Returns
 * the number of threads; 0 before the pool has started.
 */
export function lowerHashPriority(): number {
  try {
    const threads = readdirSync(TASKS).filter(isPoolThread);
    // Linux applies the priority of a thread id to that thread alone.
    for (const id of threads) setPriority(Number(id), constants.priority.PRIORITY_LOW);
    return threads.length;
  } catch {
    return 0;
  }
}

function isPoolThread(id: string): boolean {
  return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim() === POOL_THREAD;
}
