import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** A test at the start of a line; a table of tests counts as one. */
const TEST = /^\s*(?:it|test)(?:\.\w+)*\(/gm;

/** Counts the browser tests that match vitest's filters by source text; they cannot be loaded without a browser. */
export function countBrowserTests(filters: readonly string[]): number {
  return globSync('tests/e2e/**/*.test.ts', { cwd: ROOT })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .map((file) => readFileSync(join(ROOT, file), 'utf8').match(TEST)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}
