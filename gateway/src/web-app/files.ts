import { readdirSync } from 'node:fs';
import { sep } from 'node:path';

/** The files of the built web app as paths that begin with a slash, read once; empty where it is not built. */
export function listFiles(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Set(
      files.map(({ parentPath, name }) => {
        const inFolder = parentPath.slice(folder.length).split(sep).filter(Boolean);
        return `/${[...inFolder, name].join('/')}`;
      }),
    );
  } catch {
    return new Set();
  }
}
