import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type CommandOptions = {
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** Everything it says. */
  logFile: string;
  user?: { uid: number; gid: number };
  onLine?: (line: string) => void;
  /** Without it the command is always let finish. */
  signal?: AbortSignal;
};

const TAIL_LINES = 15;

/**
 * Runs a program to its end, out of reach of the terminal's Ctrl-C, and throws with the end of what
 * it said where it fails.
 */
export function runCommand(
  command: string,
  args: string[],
  options: CommandOptions,
): Promise<void> {
  const { directory, environment, logFile, user, onLine, signal } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');
  const tail: string[] = [];
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    });
    const abort = () => child.pid && process.kill(-child.pid, 'SIGTERM');
    signal?.addEventListener('abort', abort, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      eachLine(stream, (line) => {
        appendFileSync(logFile, `${line}\n`);
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        onLine?.(line);
      });
    }
    child.on('error', (error) => reject(new Error(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code, how) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return reject(signal.reason);
      if (code === 0) return resolve();
      const words = tail.map((line) => `    ${line}`).join('\n');
      reject(new Error(`${command} ${args[0] ?? ''} failed (${how ?? code}):\n${words}`));
    });
  });
}

function eachLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}
