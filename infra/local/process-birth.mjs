import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Plain JavaScript, since bootstrap.mjs runs it on any Node >= 20.

/**
 * When a process began, so that a later one with the same pid is not taken for it. Null where there
 * is no such process, or only its zombie.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function birthOf(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // After the name in brackets, which may hold anything: state is field 3, start time field 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : `${fields[19]}`;
    } catch {
      return null;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || null;
}
