import { createHash } from 'node:crypto';
import { type Dirent, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './paths.ts';

const NOT_INPUTS = new Set(['node_modules', 'dist', 'test']);

/** A hash of names and contents of source files; the patterns are relative to the root. */
export function hashFiles(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const isExcluded = (entry: Dirent) => NOT_INPUTS.has(entry.name);
  const files = globSync(patterns, { cwd: ROOT, exclude: isExcluded, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}
