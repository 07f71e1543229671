import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './process-registry.ts';

/** In the environment of everything that a test run starts, however far down. */
export const MARK = 'CAIRN_TEST_RUN';

const GONE_WITHIN_MS = 5000;
const POLL_MS = 50;

/** Ends what a test run has left behind, and tells what it was. Linux only: others have no /proc. */
export async function endMarkedProcesses(mark: string): Promise<string[]> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  // A browser's helpers end a moment after it.
  while (findMarked(mark).length > 0 && performance.now() < deadline) await sleep(POLL_MS);
  const left = findMarked(mark);
  for (const { pid } of left) sendSignal(pid, 'SIGKILL');
  return left.map(({ pid, command }) => `${command} (pid ${pid})`);
}

function findMarked(mark: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (!environment.includes(`${MARK}=${mark}`)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        // A zombie has neither.
        return command ? [{ pid: Number(pid), command: command.slice(0, 100) }] : [];
      } catch {
        return [];
      }
    });
}
