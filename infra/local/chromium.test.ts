import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrInstallChromium } from './chromium.ts';
import { silentSteps } from './steps.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-chromium-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, script = 'echo Chromium 141.0'): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

function find(environment: NodeJS.ProcessEnv = {}) {
  return findOrInstallChromium({
    environment: { PATH: join(folder, 'bin'), HOME: folder, CAIRN_NO_INSTALL: '1', ...environment },
    steps: silentSteps,
    signal: new AbortController().signal,
  });
}

const NONE = { unavailable: expect.stringContaining('CAIRN_NO_INSTALL=1 forbids installing it') };

describe('browser for tests', () => {
  it.each(['chromium', 'google-chrome-stable'])('uses %s from the PATH', async (name) => {
    const program = put(`bin/${name}`);
    expect(await find()).toBe(program);
  });

  it('prefers CHROMIUM_PATH', async () => {
    put('bin/chromium');
    const program = put('my own/browser');
    expect(await find({ CHROMIUM_PATH: program })).toBe(program);
  });

  it('is unavailable if CHROMIUM_PATH does not run', async () => {
    put('bin/chromium');
    const text = `CHROMIUM_PATH names no browser that runs: ${join(folder, 'gone')}`;
    expect(await find({ CHROMIUM_PATH: join(folder, 'gone') })).toEqual({ unavailable: text });
  });

  it('uses the newest browser of Playwright', async () => {
    put('.cache/ms-playwright/chromium-999/chrome-linux/chrome');
    const newest = put('.cache/ms-playwright/chromium-1200/chrome-linux64/chrome');
    expect(await find()).toBe(newest);
  });

  it('uses an application of macOS', async () => {
    const path = 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const program = put(path, 'echo Google Chrome 141.0');
    expect(await find()).toBe(program);
  });

  it('ignores the stub that asks to install a snap', async () => {
    put('bin/chromium-browser', 'echo "requires the chromium snap to be installed" >&2; exit 1');
    expect(await find()).toEqual(NONE);
  });

  it('is unavailable with a one-line reason if none may be installed', async () => {
    const found = await find();
    expect(found).toEqual(NONE);
    expect(JSON.stringify(found)).not.toContain('\\n');
  });
});
