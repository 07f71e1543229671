import type { InstallOptions } from './debian.ts';
import { firstAvailable, installPackages, requirePackageLists, whyNotInstall } from './debian.ts';
import { findExecutable } from './executables.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PACKAGE = 'chromium';

/** The browser for tests: CHROMIUM_PATH, one on the PATH, or Debian's, installed now. */
export async function findOrInstallChromium(
  options: InstallOptions,
): Promise<string | { unavailable: string }> {
  const { environment } = options;
  const given = environment['CHROMIUM_PATH'];
  if (given) {
    const found = findExecutable(given, environment);
    return found ?? { unavailable: `CHROMIUM_PATH names no program: ${given}` };
  }
  const found = findChromium(environment);
  if (found) return found;
  const obstacle = whyNotInstall(environment);
  if (obstacle) {
    return { unavailable: `Chromium is not on the PATH, and ${obstacle} (or set CHROMIUM_PATH)` };
  }
  await requirePackageLists(options);
  if (!firstAvailable([PACKAGE])) return { unavailable: 'apt-get knows no package chromium' };
  await installPackages([PACKAGE], options);
  return findChromium(environment) ?? { unavailable: 'the package chromium brought no chromium' };
}

function findChromium(environment: NodeJS.ProcessEnv): string | null {
  return NAMES.map((name) => findExecutable(name, environment)).find(Boolean) ?? null;
}
