import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
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

/**
 * Claims a name for a process and records it; returns false if another live process has the name.
 * Safe for concurrent processes: each claim is a numbered file, which `link` creates for only one of them.
 */
export function claimName(stateDirectory: string, process: Omit<ProcessRecord, 'birth'>): boolean {
  mkdirSync(runFolder(stateDirectory), { recursive: true });
  if (parseRecord(recordFile(stateDirectory, process.name)).some(isAlive)) return false;
  const last = listClaims(stateDirectory, process.name).at(-1);
  if (last && parseRecord(last.file).some(isAlive)) return false;
  const number = (last?.number ?? 0) + 1;
  const own = claimFile(stateDirectory, process.name, number);
  if (!createAtomically(own, JSON.stringify(recordOf(process)))) return false;
  const claims = listClaims(stateDirectory, process.name);
  // Another process replaced the same dead claim, died, and was itself replaced.
  const isLast = claims.at(-1)?.number === number;
  for (const claim of claims) {
    if (isLast ? claim.number < number : claim.number === number)
      rmSync(claim.file, { force: true });
  }
  if (isLast) recordProcess(stateDirectory, process);
  return isLast;
}

/** Returns false if the file exists. Readers never see partial content. */
function createAtomically(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

type Claim = { number: number; file: string };

/** Sorted by number. */
function listClaims(stateDirectory: string, name: string): Claim[] {
  const prefix = `${name}.claim-`;
  return readdirSync(runFolder(stateDirectory))
    .filter((file) => file.startsWith(prefix) && /^\d+$/.test(file.slice(prefix.length)))
    .map((file) => ({
      number: Number(file.slice(prefix.length)),
      file: join(runFolder(stateDirectory), file),
    }))
    .sort((a, b) => a.number - b.number);
}

function claimFile(stateDirectory: string, name: string, number: number): string {
  return join(runFolder(stateDirectory), `${name}.claim-${number}`);
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
