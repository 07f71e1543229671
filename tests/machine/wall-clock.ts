import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type WallClock = {
  /** Variables of the processes that the clock applies to. */
  environment: Record<string, string>;
  /** Moves the wall clock of these processes, from one call to the next. */
  set(seconds: number): void;
};

/** A library to preload and a file of its offset in `folder`; null without a C compiler for Linux. */
export function createWallClock(folder: string): WallClock | null {
  const library = join(folder, 'wall-clock.so');
  const source = join(import.meta.dirname, 'wall-clock.c');
  const { status } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source]);
  if (process.platform !== 'linux' || status !== 0) return null;
  const file = join(folder, 'wall-clock');
  writeFileSync(file, Buffer.alloc(8));
  return {
    environment: { LD_PRELOAD: library, WALL_CLOCK_FILE: file },
    set: (seconds) => writeOffset(file, seconds),
  };
}

/** Written in place: running processes have the file mapped. */
function writeOffset(file: string, seconds: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(Math.round(seconds)));
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
}
