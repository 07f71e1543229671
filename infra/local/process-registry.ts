import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf } from './process-birth.mjs';
import { findStarted } from './started-processes.ts';

/** Content of `run/<name>.json`, by which a later start finds the process after a kill -9. */
export type ProcessRecord = {
  name: string;
  pid: number;
  /** Start time, which distinguishes it from a later process with the same pid. */
  birth: string;
  stopSignal: NodeJS.Signals;
  /** Then it gets SIGKILL. */
  stopWithinMs: number;
  /** Lower values stop first. */
  stopOrder: number;
  /** The command that runs it; the process is not a leftover while its owner lives. */
  owner?: { pid: number; birth: string };
  /** It is shutting down. */
  isStopping?: boolean;
};

const POLL_MS = 25;

/** On a full disk there is no record; `findStarted` still finds the process. */
export function recordProcess(
  stateDirectory: string,
  process: Omit<ProcessRecord, 'birth'>,
): ProcessRecord {
  const record = recordOf(process);
  try {
    mkdirSync(runFolder(stateDirectory), { recursive: true });
    // Atomic, because a truncated record would not name a process.
    const file = recordFile(stateDirectory, process.name);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(record));
    renameSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return record;
}

/** Open databases of claimed names: the kernel releases their locks when this process ends. */
const claims: DatabaseSync[] = [];
const SQLITE_BUSY = 5;

/**
 * Claims a name for this process and records it; returns false if another live process has the name.
 * The lock of an empty SQLite database decides between concurrent processes, also after a kill -9.
 */
export function claimName(stateDirectory: string, process: Omit<ProcessRecord, 'birth'>): boolean {
  mkdirSync(stateDirectory, { recursive: true });
  if (parseRecord(recordFile(stateDirectory, process.name)).some(isAlive)) return false;
  const file = join(stateDirectory, `${process.name}.lock`);
  // Names the file of another user, which SQLite's error does not.
  closeSync(openSync(file, 'a'));
  const lock = new DatabaseSync(file);
  try {
    // Without a journal file there is nothing to write on a full disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
  claims.push(lock);
  recordProcess(stateDirectory, process);
  return true;
}

export function removeProcessRecord(stateDirectory: string, name: string): void {
  rmSync(recordFile(stateDirectory, name), { force: true });
}

/** Recorded processes that are alive. */
export function findLiveProcesses(stateDirectory: string): ProcessRecord[] {
  return readRecords(stateDirectory).filter(isAlive);
}

/** Stops leftover processes of earlier runs and returns their names. */
export async function stopLeftovers(stateDirectory: string): Promise<string[]> {
  const isLeft = ({ pid, owner }: ProcessRecord) =>
    pid !== process.pid && !(owner && owner.pid !== process.pid && isAlive(owner));
  const records = readRecords(stateDirectory).filter(isLeft);
  const left = records.filter(isAlive);
  const orders = [...new Set(left.map((record) => record.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    await Promise.all(left.filter((record) => record.stopOrder === order).map(endProcess));
  }
  for (const { name } of records) removeProcessRecord(stateDirectory, name);
  const unrecorded = findStarted(stateDirectory);
  for (const { pid } of unrecorded) killGroup(pid);
  return [...left, ...unrecorded].map((each) => each.name);
}

/** Stops a process by its signal, or by SIGKILL after its timeout, then kills its process group. */
export async function endProcess(record: ProcessRecord): Promise<void> {
  sendSignal(record.pid, record.stopSignal);
  const deadline = performance.now() + record.stopWithinMs;
  while (isAlive(record)) {
    if (performance.now() > deadline) {
      sendSignal(record.pid, 'SIGKILL');
      break;
    }
    await sleep(POLL_MS);
  }
  while (isAlive(record)) await sleep(POLL_MS);
  killGroup(record.pid);
}

/** Kills all remaining processes of a group. */
export function killGroup(leader: number): void {
  sendSignal(-leader, 'SIGKILL');
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM')
      throw new Error(`Process ${pid} belongs to another user, who must stop it.`);
    if (code !== 'ESRCH') throw error;
  }
}

function recordOf(process: Omit<ProcessRecord, 'birth'>): ProcessRecord {
  return { ...process, birth: birthOf(process.pid) ?? 'unknown' };
}

function isAlive({ pid, birth }: Pick<ProcessRecord, 'pid' | 'birth'>): boolean {
  return birthOf(pid) === birth;
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

/** A truncated file (kill -9) is ignored. */
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
