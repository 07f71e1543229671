import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InstallOptions } from './debian.ts';
import { firstAvailable, installPackages, requirePackageLists, whyNotInstall } from './debian.ts';
import { findExecutable } from './executables.ts';
import { reasonOf } from './sources/source.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing'];
/** Below the folder of one revision. */
const IN_PLAYWRIGHT = [
  'chrome-linux*/chrome',
  ...MAC_APPS.map((app) => `chrome-mac*/${app}.app/Contents/MacOS/${app}`),
];
const PACKAGE = 'chromium';
const ANSWERS_WITHIN_MS = 15_000;

/** The browser for tests: CHROMIUM_PATH, one that is here, or Debian's, installed now. */
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
  const found = await findChromium(environment);
  if (found) return found;
  const missing = 'there is no Chromium or Chrome here, and';
  const obstacle = whyNotInstall(environment);
  if (obstacle) return { unavailable: `${missing} ${obstacle} (or set CHROMIUM_PATH)` };
  try {
    await requirePackageLists(options);
    if (!firstAvailable([PACKAGE])) return { unavailable: `${missing} apt-get knows none` };
    await installPackages([PACKAGE], options);
  } catch (error) {
    options.signal.throwIfAborted();
    return { unavailable: `${missing} it cannot be installed: ${reasonOf(error)}` };
  }
  const installed = await findChromium(environment);
  return installed ?? { unavailable: `the package ${PACKAGE} brought none that runs` };
}

async function findChromium(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const home = environment['HOME'] || homedir();
  const candidates = [
    ...NAMES.flatMap((name) => findExecutable(name, environment) ?? []),
    ...['/Applications', join(home, 'Applications')].flatMap((folder) =>
      MAC_APPS.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    ),
    ...playwrightsOwn(environment, home),
  ];
  for (const candidate of candidates) {
    const program = findExecutable(candidate, environment);
    if (program && (await isBrowser(program))) return program;
  }
  return null;
}

/** Those that playwright has downloaded, the newest first. */
function playwrightsOwn(environment: NodeJS.ProcessEnv, home: string): string[] {
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

/** Ubuntu's `chromium-browser` only tells to install a snap; some others lack a library. */
function isBrowser(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const limits = { timeout: ANSWERS_WITHIN_MS, killSignal: 'SIGKILL' } as const;
    execFile(program, ['--version'], limits, (error, stdout) => {
      resolve(!error && /chrom/i.test(stdout));
    });
  });
}
