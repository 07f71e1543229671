import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux reports hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process in seconds; 0 if it does not exist. */
export function processorSeconds(pid: number): number {
  if (process.platform !== 'linux') return secondsByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Parsed after the name in parentheses, which may contain anything: user time is field 14, system time 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Parses `[hours:]minutes:seconds.hundredths`. */
function secondsByPs(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  const parts = (stdout ?? '').trim().split(':').map(Number);
  return parts.reduce((seconds, part) => seconds * 60 + (part || 0), 0);
}
