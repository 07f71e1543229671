import { statfsSync } from 'node:fs';

/** Below that Postgres, Kafka and the logs of a start do not fit. */
const NEEDED_MB = 200;
/** Postgres writes 16 MB at a time. */
const FULL_MB = 20;

/** What a person should know of a disk that has too little room for a start, or null. */
export function lackOfRoom(folder: string): string | null {
  const room = freeMegabytes(folder);
  if (room >= NEEDED_MB) return null;
  return `The disk that holds ${folder} has ${room} MB left; Cairn needs ${NEEDED_MB} MB to start. Make room and start again; nothing is lost.`;
}

/** Throws where a start would only break off in the middle for lack of room. */
export function requireRoom(folder: string): void {
  const lack = lackOfRoom(folder);
  if (lack) throw new Error(lack);
}

export function isDiskFull(folder: string): boolean {
  return freeMegabytes(folder) < FULL_MB;
}

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1024 / 1024);
}
