import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process as the file `run/<name>.json` keeps it, to be found again after a kill -9 of ours. */
export type ProcessRecord = {
  name: string;
  pid: number;
  /** When it began, so that a later process with the same pid is not taken for it. */
  birth: string;
  stopSignal: NodeJS.Signals;
  /** After that it is killed. */
  stopWithinMs: number;
  /** Lower ends first. */
  stopOrder: number;
};

const POLL_MS = 25;

export function recordProcess(
  stateDirectory: string,
  process: Omit<ProcessRecord, 'birth'>,
): ProcessRecord {
  const record = { ...process, birth: birthOf(process.pid) ?? 'unknown' };
  mkdirSync(runFolder(stateDirectory), { recursive: true });
  writeFileSync(recordFile(stateDirectory, process.name), JSON.stringify(record));
  return record;
}

export function forgetProcess(stateDirectory: string, name: string): void {
  rmSync(recordFile(stateDirectory, name), { force: true });
}

/** What still lives of all that was recorded here. */
export function findLiveProcesses(stateDirectory: string): ProcessRecord[] {
  return readRecords(stateDirectory).filter(isAlive);
}

/** Stops what an earlier run left behind, and returns the names. */
export async function stopLeftovers(stateDirectory: string): Promise<string[]> {
  const left = findLiveProcesses(stateDirectory).filter(({ pid }) => pid !== process.pid);
  const orders = [...new Set(left.map((record) => record.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    await Promise.all(left.filter((record) => record.stopOrder === order).map(endProcess));
  }
  rmSync(runFolder(stateDirectory), { recursive: true, force: true });
  return left.map((record) => record.name);
}

/** Ends a process by its own signal, and by SIGKILL with its whole group where that takes too long. */
export async function endProcess(record: ProcessRecord): Promise<void> {
  sendSignal(record.pid, record.stopSignal);
  const deadline = Date.now() + record.stopWithinMs;
  while (isAlive(record)) {
    if (Date.now() > deadline) {
      sendSignal(record.pid, 'SIGKILL');
      break;
    }
    await sleep(POLL_MS);
  }
  while (isAlive(record)) await sleep(POLL_MS);
  killGroup(record.pid);
}

/** Whatever the leader of a process group has left. */
export function killGroup(leader: number): void {
  sendSignal(-leader, 'SIGKILL');
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive({ pid, birth }: ProcessRecord): boolean {
  return birthOf(pid) === birth;
}

/** Null where there is no such process, or only its zombie. */
function birthOf(pid: number): string | null {
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

function readRecords(stateDirectory: string): ProcessRecord[] {
  try {
    return readdirSync(runFolder(stateDirectory))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => parseRecord(join(runFolder(stateDirectory), file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A file cut short by a kill -9 names nobody. */
function parseRecord(file: string): ProcessRecord[] {
  try {
    return [JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord];
  } catch {
    return [];
  }
}

function recordFile(stateDirectory: string, name: string): string {
  return join(runFolder(stateDirectory), `${name}.json`);
}

function runFolder(stateDirectory: string): string {
  return join(stateDirectory, 'run');
}
