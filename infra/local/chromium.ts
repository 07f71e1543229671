import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InstallOptions } from './debian.ts';
import { findOrInstall } from './debian.ts';
import { findExecutable } from './executables.ts';
import { reasonOf } from './sources/source.ts';
import type { Task } from './task.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing'];
/** Paths below the folder of one revision. */
const IN_PLAYWRIGHT = [
  'chrome-linux*/chrome',
  ...MAC_APPS.map((app) => `chrome-mac*/${app}.app/Contents/MacOS/${app}`),
];
const PACKAGE = 'chromium';
const VERSION_TIMEOUT_MS = 15_000;

/** Returns CHROMIUM_PATH, an installed browser, or installs Debian's package. */
export async function findOrInstallChromium(
  options: InstallOptions,
): Promise<string | { unavailable: string }> {
  const { environment } = options;
  const given = environment['CHROMIUM_PATH'];
  if (given) {
    const found = findExecutable(given, environment);
    if (found && (await isBrowser(found))) return found;
    return { unavailable: `CHROMIUM_PATH names no browser that runs: ${given}` };
  }
  const wanted = {
    find: () => findChromium(environment),
    missing: 'there is no Chromium or Chrome here, and none at CHROMIUM_PATH',
    packages: [PACKAGE],
  };
  return findOrInstall(wanted, options).catch((error: unknown) => {
    options.signal.throwIfAborted();
    return { unavailable: `Chromium cannot be installed: ${reasonOf(error)}` };
  });
}

export async function requireChromium(task: Task): Promise<string> {
  const found = await findOrInstallChromium({ ...task, environment: process.env });
  if (typeof found !== 'string') throw new Error(found.unavailable);
  return found;
}

async function findChromium(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const home = environment['HOME'] || homedir();
  const candidates = [
    ...NAMES.flatMap((name) => findExecutable(name, environment) ?? []),
    ...['/Applications', join(home, 'Applications')].flatMap((folder) =>
      MAC_APPS.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    ),
    ...playwrightBrowsers(environment, home),
  ];
  for (const candidate of candidates) {
    const program = findExecutable(candidate, environment);
    if (program && (await isBrowser(program))) return program;
  }
  return null;
}

/** Browsers downloaded by Playwright, newest first. */
function playwrightBrowsers(environment: NodeJS.ProcessEnv, home: string): string[] {
  const folders = [
    environment['PLAYWRIGHT_BROWSERS_PATH'] || join(home, '.cache', 'ms-playwright'),
    join(home, 'Library', 'Caches', 'ms-playwright'),
  ];
  return folders.flatMap((folder) =>
    globSync('chromium-*', { cwd: folder })
      .sort((one, other) => revisionOf(other) - revisionOf(one))
      .flatMap((revision) =>
        IN_PLAYWRIGHT.flatMap((pattern) => globSync(join(folder, revision, pattern))),
      ),
  );
}

function revisionOf(folder: string): number {
  return Number(folder.split('-').at(-1)) || 0;
}

/** Runs the program: Ubuntu's `chromium-browser` is only a stub for a snap, others lack a library. */
function isBrowser(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const limits = { timeout: VERSION_TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
    execFile(program, ['--version'], limits, (error, stdout) => {
      resolve(!error && /chrom/i.test(stdout));
    });
  });
}
