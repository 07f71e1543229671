import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { processCoverage } from './process-coverage.ts';

const MONEY = join(ROOT, 'libs', 'contracts', 'money.ts');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-coverage-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('reads the covered lines of a process from its sources', async () => {
  execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${MONEY}')`], {
    env: { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const map = await processCoverage(folder);
  expect(map.files()).toContain(MONEY);
  const { statements, functions } = map.fileCoverageFor(MONEY).toSummary().data;
  // Importing it runs its declarations, and no function.
  expect(statements.total).toBeGreaterThan(statements.covered);
  expect(functions).toMatchObject({ covered: 0 });
  expect(functions.total).toBeGreaterThan(0);
});
