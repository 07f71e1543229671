import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Paths that begin with a slash, each with the ETag of its content, which is the same in every copy of the gateway. */
export type Files = ReadonlyMap<string, string>;

/** The files of the built web app, read once; none where it is not built. */
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
