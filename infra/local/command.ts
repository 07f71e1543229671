import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { stateDirectoryOf } from './paths.ts';
import { birthOf } from './process-birth.mjs';
import { killGroup, recordProcess, removeProcessRecord, sendSignal } from './process-registry.ts';
import { startedMark } from './started-processes.ts';

export type CommandOptions = {
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** Receives stdout and stderr. */
  logFile: string;
  user?: { uid: number; gid: number };
  onLine?: (line: string) => void;
  /** Without a signal the command always runs to its end. */
  signal?: AbortSignal;
};

const TAIL_LINES = 15;
const KILL_AFTER_MS = 5000;

/**
 * Runs a program to its end in its own process group, so that the terminal's Ctrl-C does not reach it.
 * If it fails, the error contains the end of its output.
 */
export function runCommand(
  command: string,
  args: string[],
  options: CommandOptions,
): Promise<void> {
  const { directory, environment, logFile, user, onLine, signal } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const tail: string[] = [];
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...environment, ...(signal ? startedMark(stateDirectoryOf(logFile)) : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    });
    const { pid } = child;
    const removeRecord = pid && signal ? recordCommand(pid, logFile) : () => {};
    let killing: NodeJS.Timeout | undefined;
    const abort = () => {
      if (!pid) return;
      sendSignal(-pid, 'SIGTERM');
      killing = setTimeout(() => killGroup(pid), KILL_AFTER_MS);
    };
    signal?.addEventListener('abort', abort, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        writeLine(log, line);
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        onLine?.(line);
      });
    }
    child.on('error', (error) => reject(new Error(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code, how) => {
      signal?.removeEventListener('abort', abort);
      clearTimeout(killing);
      removeRecord();
      if (signal?.aborted) return reject(signal.reason);
      if (code === 0) return resolve();
      const words = tail.map((line) => `    ${line}`).join('\n');
      reject(new Error(`${command} ${args[0] ?? ''} failed (${how ?? code}):\n${words}`));
    });
  }).finally(() => closeSync(log));
}

/** Recorded, so that the next start ends it after a kill -9; commands without a signal are not. */
function recordCommand(pid: number, logFile: string): () => void {
  const stateDirectory = stateDirectoryOf(logFile);
  const name = `${basename(logFile, '.log')}-${pid}`;
  const owner = { pid: process.pid, birth: birthOf(process.pid) ?? 'unknown' };
  const stopping = { stopSignal: 'SIGTERM', stopWithinMs: KILL_AFTER_MS, stopOrder: 1 } as const;
  recordProcess(stateDirectory, { name, pid, owner, ...stopping });
  return () => removeProcessRecord(stateDirectory, name);
}

/** On a full disk the output is still passed on. */
function writeLine(log: number, line: string): void {
  try {
    writeSync(log, `${line}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Runs one of our programs on this terminal until it ends; returns its exit code. */
export function runProgram(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): number {
  const options = { stdio: 'inherit', env: environment } as const;
  return spawnSync(process.execPath, [script, ...args], options).status ?? 1;
}
