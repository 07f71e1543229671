import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { logFileOf } from './paths.ts';

export type ProcessLog = {
  file: string;
  /** The file descriptor that the process writes to. */
  descriptor: number;
  /** Marks the start of a new process. */
  mark(): void;
  /** The last lines since the mark, without stack frames. */
  tail(count: number): string[];
  close(): void;
};

const TAIL_BYTES = 16_384;
const LINE_LENGTH = 300;

/** Creates an empty log, which a restarted process continues. */
export function openLog(stateDirectory: string, name: string): ProcessLog {
  const file = logFileOf(stateDirectory, name);
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'w'));
  const descriptor = openSync(file, 'a+');
  let start = 0;
  return {
    file,
    descriptor,
    mark: () => {
      start = fstatSync(descriptor).size;
    },
    tail: (count) => {
      const { size } = fstatSync(descriptor);
      const from = Math.max(start, size - TAIL_BYTES);
      const buffer = Buffer.alloc(size - from);
      readSync(descriptor, buffer, 0, buffer.length, from);
      return lastLines(buffer.toString('utf8'), count);
    },
    close: () => closeSync(descriptor),
  };
}

function lastLines(text: string, count: number): string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
    .map(plainLine)
    .slice(-count)
    .map((line) => line.slice(0, LINE_LENGTH));
}

/** The sandbox logs `event` instead of `msg`. */
type Entry = { level?: string; msg?: string; event?: string; err?: { message?: string } };

/** The readable part of a JSON log line. */
function plainLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { level = '', msg, event, err } = JSON.parse(line) as Entry;
    const cause = err?.message ? `: ${err.message}` : '';
    const what = msg ?? event;
    return what ? `${level} ${what}${cause}`.trim() : line;
  } catch {
    return line;
  }
}
