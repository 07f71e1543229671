import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** A test at the beginning of its line, or a table of them, which counts as one. */
const TEST = /^\s*(?:it|test)(?:\.\w+)*\(/gm;

/** How many browser tests these filters of vitest mean, by their text: none of them can be loaded. */
export function countBrowserTests(filters: readonly string[]): number {
  return globSync('tests/e2e/**/*.test.ts', { cwd: ROOT })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .map((file) => readFileSync(join(ROOT, file), 'utf8').match(TEST)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}
