import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { birthOf } from './process-birth.mjs';

/** Environment variable of every started process: the starter's pid and the state directory. */
const STARTED_BY = 'CAIRN_STARTED_BY';
/** Environment variable inherited by every process that a test run starts. */
export const TEST_RUN = 'CAIRN_TEST_RUN';

export function startedMark(stateDirectory: string): Record<string, string> {
  return { [STARTED_BY]: `${process.pid} ${birthOf(process.pid)} ${stateDirectory}` };
}

type Found = { pid: number; name: string };

/**
 * Processes of a state directory whose starter has ended, recorded or not: a kill -9 may
 * come between the start of a process and its record.
 */
export function findStarted(stateDirectory: string): Found[] {
  return findByVariable(STARTED_BY).flatMap(({ pid, value, command: [program = '', ...args] }) => {
    const [starter, birth, ...rest] = value.split(' ');
    if (rest.join(' ') !== stateDirectory || birthOf(Number(starter)) === birth) return [];
    const script = args.find((arg) => arg.endsWith('.ts'));
    return [{ pid, name: `${basename(script ?? program)} (pid ${pid})` }];
  });
}

export function findOfTestRun(run: string): Found[] {
  return findByVariable(TEST_RUN)
    .filter(({ value }) => value === run)
    .map(({ pid, command }) => ({ pid, name: `${command.join(' ').slice(0, 100)} (pid ${pid})` }));
}

/** Other processes with this variable in their environment. Linux only (/proc). */
function findByVariable(variable: string): { pid: number; value: string; command: string[] }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const entry = readList(pid, 'environ').find((each) => each.startsWith(`${variable}=`));
      const command = readList(pid, 'cmdline');
      // A zombie has no command line.
      if (!entry || command.length === 0) return [];
      return [{ pid: Number(pid), value: entry.slice(variable.length + 1), command }];
    });
}

/** Empty for a process that has ended or belongs to another user. */
export function readList(pid: string | number, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
