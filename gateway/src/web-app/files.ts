import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Maps paths with a leading slash to the ETag of their content, which is the same in every replica. */
export type Files = ReadonlyMap<string, string>;

/** The files of the built web app, listed once; empty if it is not built. */
export function listFiles(folder: string): Files {
  const entries = readFolder(folder).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const etag = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 27);
      return [`/${relative(folder, path).split(sep).join('/')}`, `"${etag}"`];
    }),
  );
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}
