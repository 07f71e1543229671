import { statfsSync } from 'node:fs';

/** Minimum for Postgres, Kafka and logs of a start. */
const NEEDED_MB = 200;
/** Postgres allocates WAL segments of 16 MB. */
const FULL_MB = 20;

/** Error message if the disk has too little space for a start, else null. */
export function diskSpaceError(folder: string): string | null {
  const room = freeMegabytes(folder);
  if (room >= NEEDED_MB) return null;
  return `The disk that holds ${folder} has ${room} MB left; Cairn needs ${NEEDED_MB} MB to start. Free some space and start again; no data is lost.`;
}

/** Throws if the disk has too little space for a start. */
export function requireDiskSpace(folder: string): void {
  const lack = diskSpaceError(folder);
  if (lack) throw new Error(lack);
}

export function isDiskFull(folder: string): boolean {
  return freeMegabytes(folder) < FULL_MB;
}

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1024 / 1024);
}
