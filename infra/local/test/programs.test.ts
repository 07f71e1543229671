import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../paths.ts';
import { bundlePrograms, SCRIPTS } from '../programs.ts';

const run = promisify(execFile);

describe('the bundled programs', () => {
  it('have a file for each script, and the same folder for the same sources', async () => {
    const [first, second] = await Promise.all([bundlePrograms(), bundlePrograms()]);
    for (const script of SCRIPTS) await access(first.pathOf(script));
    expect(SCRIPTS.map(second.pathOf)).toEqual(SCRIPTS.map(first.pathOf));
  });

  it('name the file and line of the source in the stack of an error', async () => {
    const { pathOf } = await bundlePrograms();
    const args = ['--enable-source-maps', pathOf('services/payment/src/main.ts')];
    const failure = await run(process.execPath, args, { env: {} }).catch((error) => error);
    const config = join(ROOT, 'services/payment/src/config.ts');
    const line = (await readFile(config, 'utf8'))
      .split('\n')
      .findIndex((l) => l.includes('parseConfig('));
    expect(failure.stderr).toContain(`${config}:${line + 1}:`);
  });
});
