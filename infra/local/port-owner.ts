import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { readList } from './started-processes.ts';

const LISTENING = '0A';
const NAME_LENGTH = 100;

/** The process that listens on a port, as `redis-server (pid 42)`, or null if unknown. */
export function findPortOwner(port: number): string | null {
  const pid = findInProc(port) ?? findWithLsof(port);
  return pid ? `${nameOf(pid)} (pid ${pid})` : null;
}

/** Libraries for this run `ss`, `netstat` or `lsof`, which small images of Linux do not have. */
function findInProc(port: number): number | null {
  const sockets = ['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port));
  if (sockets.length === 0) return null;
  const link = globSync('/proc/[0-9]*/fd/*').find((path) =>
    sockets.includes(attempt(() => readlinkSync(path)) ?? ''),
  );
  return link ? Number(link.split('/')[2]) : null;
}

/** See proc(5): local address `HEX:PORT` in column 1, state in column 3, inode in column 9. */
function listeningSockets(table: string, port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = attempt(() => readFileSync(`/proc/net/${table}`, 'utf8').split('\n')) ?? [];
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${hexPort}`) && columns[3] === LISTENING)
    .map((columns) => `socket:[${columns[9]}]`);
}

function findWithLsof(port: number): number | null {
  const args = ['-t', '-sTCP:LISTEN', `-iTCP:${port}`];
  const { stdout } = spawnSync('lsof', args, { encoding: 'utf8' });
  return Number(stdout?.trim().split('\n')[0]) || null;
}

function nameOf(pid: number): string {
  const [program = '', ...args] = readList(pid, 'cmdline');
  const first = args.find((arg) => !arg.startsWith('-'));
  if (program) return [basename(program), first].filter(Boolean).join(' ').slice(0, NAME_LENGTH);
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || 'a process';
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
