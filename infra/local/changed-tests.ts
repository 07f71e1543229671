import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { binOf, ROOT } from './paths.ts';

/** The test files that import, over any number of modules, a file that differs from the branch main. */
export function listChangedTests(environment: NodeJS.ProcessEnv): string[] {
  const args = ['list', '--filesOnly', '--json', '--changed=main', '--project=!resilience'];
  const output = execFileSync(binOf('vitest'), args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listed = JSON.parse(output.slice(output.indexOf('['))) as { file: string }[];
  return [...new Set(listed.map(({ file }) => relative(ROOT, file)))];
}
