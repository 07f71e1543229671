import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export type FoundProcess = { pid: number; command: string };

/** Every process that runs from a checkout or was started there, read from /proc (Linux). */
export function processesOf({ folder }: { folder: string }): FoundProcess[] {
  const folders = [folder, dataElsewhere(folder)].filter((each) => each !== null);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(pid, 'cmdline');
      const places = [command, read(pid, 'environ'), link(pid, 'cwd'), link(pid, 'exe')];
      // A zombie has no command.
      if (!command || !folders.some((each) => places.some((p) => isInside(p, each)))) return [];
      return [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }];
    });
}

export function endProcessesOf(checkout: { folder: string }): void {
  for (const { pid } of processesOf(checkout)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

/** As root, Postgres may have its data behind a link; its command line names only that. */
function dataElsewhere(folder: string): string | null {
  try {
    return readlinkSync(join(folder, '.local', 'postgres'));
  } catch {
    return null;
  }
}

function isInside(text: string, folder: string): boolean {
  return text.includes(`${folder}/`) || text.endsWith(folder) || text.includes(`${folder}\0`);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function link(pid: string, file: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${file}`).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}
