import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Total size of all files in folders; missing or unreadable files count as 0. */
export function bytesIn(folders: readonly string[]): number {
  return folders
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .reduce((sum, file) => sum + sizeOf(file), 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
