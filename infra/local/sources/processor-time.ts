import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used; 0 where it is gone. */
export function processorSeconds(pid: number): number {
  if (process.platform !== 'linux') return secondsByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets, which may hold anything: user time is field 14, system time field 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** As `[hours:]minutes:seconds.hundredths`. */
function secondsByPs(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  const parts = (stdout ?? '').trim().split(':').map(Number);
  return parts.reduce((seconds, part) => seconds * 60 + (part || 0), 0);
}
