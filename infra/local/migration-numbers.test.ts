import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';

/** Both are released: renaming one would apply it again. */
const RELEASED_TWINS = [
  'services/notification/migrations/008_fencing_token.sql',
  'services/notification/migrations/008_suppressed_kinds.sql',
];

const migrations = globSync('{libs,services}/*/migrations/*.sql', { cwd: ROOT }).map((path) =>
  path.replaceAll('\\', '/'),
);

it('no two migrations of a service have the same number', () => {
  expect(migrations).toEqual(expect.arrayContaining(RELEASED_TWINS));
  const paths = Map.groupBy(migrations, (path) => `${dirname(path)}/${numberOf(path)}`);
  const twins = [...paths.values()].filter((each) => each.length > 1).flat();
  expect(twins.sort()).toEqual(RELEASED_TWINS);
});

it('every migration starts with a number of three digits', () => {
  expect(migrations.filter((path) => !/^\d{3}_[a-z0-9_]+\.sql$/.test(basename(path)))).toEqual([]);
});

/** Two migrations with the same number would be applied in the order of their names. */
function numberOf(path: string): string {
  return basename(path).split('_')[0] ?? '';
}
