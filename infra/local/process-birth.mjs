import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Plain JavaScript, because bootstrap.mjs runs it on any Node >= 20.

/**
 * A process's start time, which distinguishes it from a later process with the same pid. Null if there
 * is no such process, or only a zombie.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function birthOf(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Parsed after the name in parentheses, which may contain anything: state is field 3, start time 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : `${fields[19]}`;
    } catch {
      return null;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || null;
}
