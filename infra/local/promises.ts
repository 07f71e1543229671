import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** How many promises each chapter has: `P-1.1` to `P-1.8`, and so on. */
const CHAPTERS = { 1: 8, 2: 8, 3: 6, 4: 7, 5: 5, 6: 6, 7: 6 };
const TESTS = ['{gateway,libs,services,web,infra}/**/*.test.ts', 'tests/**/*.ts'];

const titles = findTitles();
const ids = Object.entries(CHAPTERS).flatMap(([chapter, count]) =>
  Array.from({ length: count }, (_, index) => `P-${chapter}.${index + 1}`),
);
for (const id of ids) {
  const files = titles.get(id) ?? new Set();
  console.log(`${id}  ${files.size === 0 ? 'NO TEST' : [...files].sort().join(', ')}`);
}
const missing = ids.filter((id) => !titles.has(id));
console.log(
  missing.length === 0
    ? `Every one of ${ids.length} promises has a test.`
    : `Without a test: ${missing.join(', ')}`,
);

/** Ids in the titles of tests and their groups, and the files that carry them. */
function findTitles(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, title = ''] of text.matchAll(/\b(?:it|test|describe)\b[^'"`\n]*['"`]([^\n]*)/g)) {
      for (const [id] of title.matchAll(/P-\d\.\d+/g)) {
        found.set(id, (found.get(id) ?? new Set()).add(file));
      }
    }
  }
  return found;
}
