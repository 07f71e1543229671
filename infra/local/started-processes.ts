import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { birthOf } from './process-birth.mjs';

/** Environment variable of every started process: the starter's pid and the state directory. */
const MARK = 'CAIRN_STARTED_BY';

export function startedMark(stateDirectory: string): Record<string, string> {
  return { [MARK]: `${process.pid} ${birthOf(process.pid)} ${stateDirectory}` };
}

/**
 * Processes of a state directory whose starter has ended, recorded or not: a kill -9 may
 * come between the start of a process and its record. Linux only (/proc).
 */
export function findStarted(stateDirectory: string): { pid: number; name: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const [starter, birth, ...rest] = readMark(pid)?.split(' ') ?? [];
      if (rest.join(' ') !== stateDirectory || birthOf(Number(starter)) === birth) return [];
      return [{ pid: Number(pid), name: nameOf(pid) }];
    });
}

function readMark(pid: string): string | undefined {
  const entries = read(pid, 'environ').split('\0');
  return entries.find((entry) => entry.startsWith(`${MARK}=`))?.slice(MARK.length + 1);
}

function nameOf(pid: string): string {
  const [program = '', ...args] = read(pid, 'cmdline').split('\0');
  const script = args.find((arg) => arg.endsWith('.ts'));
  return `${basename(script ?? program)} (pid ${pid})`;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
