import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './process-registry.ts';

/** Environment variable inherited by every process that a test run starts. */
export const MARK = 'CAIRN_TEST_RUN';

const EXIT_TIMEOUT_MS = 5000;
const POLL_MS = 50;

/** Ends the leftover processes of a test run and returns their commands. Linux only (/proc). */
export async function endMarkedProcesses(mark: string): Promise<string[]> {
  const deadline = performance.now() + EXIT_TIMEOUT_MS;
  // A browser's helper processes end shortly after it.
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
        // A zombie has no environment and no command line.
        return command ? [{ pid: Number(pid), command: command.slice(0, 100) }] : [];
      } catch {
        return [];
      }
    });
}
