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
  /** Set where several commands may run at once from one folder: it is left alone while this one lives. */
  owner?: { pid: number; birth: string };
  /** It has been told to end, and does. */
  isStopping?: boolean;
};

const POLL_MS = 25;

/** With a full disk there is no record; `findStarted` knows it all the same. */
export function recordProcess(
  stateDirectory: string,
  process: Omit<ProcessRecord, 'birth'>,
): ProcessRecord {
  const record = recordOf(process);
  try {
    mkdirSync(runFolder(stateDirectory), { recursive: true });
    // Whole or not at all: one that is cut off would be the claim of nobody.
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
 * Claims a name for a process and records it; false where another live process has the name. Several
 * processes may try at once: each claim is a numbered file, which `link` creates for one of them only.
 */
export function claimName(stateDirectory: string, process: Omit<ProcessRecord, 'birth'>): boolean {
  mkdirSync(runFolder(stateDirectory), { recursive: true });
  if (parseRecord(recordFile(stateDirectory, process.name)).some(isAlive)) return false;
  const last = listClaims(stateDirectory, process.name).at(-1);
  if (last && parseRecord(last.file).some(isAlive)) return false;
  const number = (last?.number ?? 0) + 1;
  const own = claimFile(stateDirectory, process.name, number);
  if (!createWhole(own, JSON.stringify(recordOf(process)))) return false;
  const claims = listClaims(stateDirectory, process.name);
  // Another process replaced the same dead claim, died, and was replaced meanwhile.
  const isLast = claims.at(-1)?.number === number;
  for (const claim of claims) {
    if (isLast ? claim.number < number : claim.number === number)
      rmSync(claim.file, { force: true });
  }
  if (isLast) recordProcess(stateDirectory, process);
  return isLast;
}

/** False where the file exists. Readers never see a part of the text. */
function createWhole(file: string, text: string): boolean {
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

/** In ascending order of their numbers. */
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

export function forgetProcess(stateDirectory: string, name: string): void {
  rmSync(recordFile(stateDirectory, name), { force: true });
}

/** What still lives of all that was recorded here. */
export function findLiveProcesses(stateDirectory: string): ProcessRecord[] {
  return readRecords(stateDirectory).filter(isAlive);
}

/** Stops what an earlier run left behind, and returns the names. */
export async function stopLeftovers(stateDirectory: string): Promise<string[]> {
  const isLeft = ({ pid, owner }: ProcessRecord) =>
    pid !== process.pid && !(owner && owner.pid !== process.pid && isAlive(owner));
  const records = readRecords(stateDirectory).filter(isLeft);
  const left = records.filter(isAlive);
  const orders = [...new Set(left.map((record) => record.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    await Promise.all(left.filter((record) => record.stopOrder === order).map(endProcess));
  }
  for (const { name } of records) forgetProcess(stateDirectory, name);
  const unrecorded = findStarted(stateDirectory);
  for (const { pid } of unrecorded) killGroup(pid);
  return [...left, ...unrecorded].map((each) => each.name);
}

/** Ends a process by its own signal, and by SIGKILL with its whole group where that takes too long. */
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

/** Whatever the leader of a process group has left. */
export function killGroup(leader: number): void {
  sendSignal(-leader, 'SIGKILL');
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM')
      throw new Error(`Process ${pid} belongs to another user, who must end it.`);
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
