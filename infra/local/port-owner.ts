import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const LISTENING = '0A';
const NAME_LENGTH = 100;

/** The process that listens on a port, as `redis-server (pid 42)`, or null if unknown. */
export function findPortOwner(port: number): string | null {
  const pid = findInProc(port) ?? findWithLsof(port);
  if (!pid) return null;
  return `${nameOf(pid)} (pid ${pid})`;
}

function findInProc(port: number): number | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(table, port)));
  if (sockets.size === 0) return null;
  for (const pid of readNames('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const descriptor of readNames(`/proc/${pid}/fd`)) {
      const target = attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)) ?? '';
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode && sockets.has(inode)) return Number(pid);
    }
  }
  return null;
}

/** See proc(5): local address `HEX:PORT` in column 1, state in column 3, inode in column 9. */
function listeningInodes(table: string, port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const text = attempt(() => readFileSync(`/proc/net/${table}`, 'utf8')) ?? '';
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${hexPort}`) && columns[3] === LISTENING)
    .map((columns) => columns[9] ?? '');
}

function findWithLsof(port: number): number | null {
  const { stdout } = spawnSync('lsof', ['-t', '-sTCP:LISTEN', `-iTCP:${port}`], {
    encoding: 'utf8',
  });
  return Number(stdout?.trim().split('\n')[0]) || null;
}

function nameOf(pid: number): string {
  const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? [];
  const [program = '', ...args] = words.filter(Boolean);
  const first = args.find((arg) => !arg.startsWith('-'));
  if (program) return [basename(program), first].filter(Boolean).join(' ').slice(0, NAME_LENGTH);
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || 'a process';
}

function readNames(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
