import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMigration, listCreatedTables, type NewMigration } from './migration-rules.ts';
import { ROOT } from './paths.ts';

// Migrations since the last release run while its processes still work (P-8.2). Without a tag `v*`
// nothing was released, and nothing is checked.

const release = git(['describe', '--tags', '--abbrev=0', '--match', 'v*']).trim();
const faults = release ? await checkSince(release) : [];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function checkSince(tag: string): Promise<string[]> {
  const released = new Set(git(['ls-tree', '-r', '--name-only', tag]).split('\n'));
  const migrations = globSync('{services,libs}/*/migrations/*.sql', { cwd: ROOT })
    .filter((path) => !released.has(path))
    .map((path): NewMigration => ({ path, sql: readFileSync(join(ROOT, path), 'utf8') }));
  const newTables = new Set((await Promise.all(migrations.map(listCreatedTables))).flat());
  const findUses = (word: string) =>
    git([
      'grep',
      '-l',
      '-w',
      '-F',
      word,
      tag,
      '--',
      'services/*/src/**.store.ts',
      'libs/**.store.ts',
    ])
      .split('\n')
      .filter(Boolean);
  const results = migrations.map((each) => checkMigration(each, { newTables, findUses }));
  return (await Promise.all(results)).flat();
}

/** Empty where git is missing, or finds nothing. */
function git(args: string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
}
