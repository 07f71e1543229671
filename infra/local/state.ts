import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Empties a state directory except for the names in `keep`. */
export function emptyState(directory: string, keep: readonly string[] = []): void {
  for (const name of entriesOf(directory)) {
    if (keep.includes(name)) continue;
    const path = join(directory, name);
    if (name === 'postgres') removeTarget(path);
    rmSync(path, { recursive: true, force: true });
  }
}

export function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** As root, the data of Postgres may be elsewhere, behind a link. */
function removeTarget(link: string): void {
  try {
    rmSync(readlinkSync(link), { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  }
}
