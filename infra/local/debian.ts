import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { LOCAL, ROOT } from './paths.ts';
import type { Steps } from './steps.ts';

const LISTS = '/var/lib/apt/lists';
const APT_OPTIONS = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=180'];

export type InstallOptions = {
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
};

/** dpkg takes one caller at a time. */
let queue: Promise<unknown> = Promise.resolve();

/** Why packages cannot be installed here, or null where they can. */
export function whyNotInstall(environment: NodeJS.ProcessEnv): string | null {
  if (environment['CAIRN_NO_INSTALL'] === '1') return 'CAIRN_NO_INSTALL=1 forbids installing it';
  if (!existsSync('/usr/bin/apt-get')) return 'only Debian and Ubuntu packages can be installed';
  if (process.getuid?.() !== 0) return 'only root can install it';
  return null;
}

/** Installs Debian packages, having said so; call only where `whyNotInstall` is null. */
export function installPackages(names: string[], options: InstallOptions): Promise<void> {
  const result = queue.then(() => install(names, options));
  queue = result.catch(() => {});
  return result;
}

/** The first of several packages that this release of Debian has. */
export function firstAvailable(names: string[]): string | undefined {
  return names.find((name) => {
    const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
    return /Candidate: (?!\(none\))/.test(stdout ?? '');
  });
}

/** A fresh image has no package lists at all. */
export async function requirePackageLists({
  environment,
  steps,
  signal,
}: InstallOptions): Promise<void> {
  const hasLists =
    existsSync(LISTS) && readdirSync(LISTS).some((name) => name.includes('Packages'));
  if (hasLists) return;
  await steps.run('Reading the lists of Debian packages (apt-get update)', () =>
    apt(['update', '-q'], environment, signal),
  );
}

async function install(names: string[], options: InstallOptions): Promise<void> {
  const { environment, steps, signal } = options;
  const list = names.join(' ');
  steps.say(`Installing Debian packages: ${list} (CAIRN_NO_INSTALL=1 forbids this)`);
  await requirePackageLists(options);
  await steps.run(`Downloading ${list}`, async () => {
    const download = ['install', '--download-only', ...APT_OPTIONS, ...names];
    await apt(download, environment, signal).catch(async () => {
      signal.throwIfAborted();
      // Old lists name versions that the mirror no longer has.
      await apt(['update', '-q'], environment, signal);
      await apt(download, environment, signal);
    });
  });
  // dpkg is never cut short, not even by Ctrl-C: half an installation is hard to mend.
  await steps.run(`Installing ${list}`, () =>
    apt(['install', ...APT_OPTIONS, ...names], environment, undefined),
  );
}

function apt(
  args: string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<void> {
  return runCommand('apt-get', args, {
    directory: ROOT,
    // RUNLEVEL=1 keeps packages with a daemon from starting it.
    environment: { ...environment, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    logFile: join(LOCAL, 'logs', 'apt.log'),
    ...(signal ? { signal } : {}),
  });
}
