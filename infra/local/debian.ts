import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { LOCAL, ROOT } from './paths.ts';
import { bytesIn } from './sources/bytes-in.ts';
import { abortOnStall, StallError } from './sources/stall.ts';
import type { Steps } from './steps.ts';

const LISTS = '/var/lib/apt/lists';
/** apt's download folders; they grow while a mirror responds. */
const DOWNLOADS = [`${LISTS}/partial`, '/var/cache/apt/archives/partial'];
const POLL_INTERVAL_MS = 1000;
/** In seconds. `lock` limits the wait for another apt, such as the nightly updates. */
const TIMEOUT_S = { lock: 12, mirror: 10 };
const NETWORK = ['http', 'https'].flatMap((way) => [
  '-o',
  `Acquire::${way}::Timeout=${TIMEOUT_S.mirror}`,
]);
const APT_OPTIONS = [
  '-y',
  '-q',
  '--no-install-recommends',
  ...['-o', `DPkg::Lock::Timeout=${TIMEOUT_S.lock}`],
  ...NETWORK,
];

export type InstallOptions = {
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
};

/** dpkg allows one process at a time. */
let queue: Promise<unknown> = Promise.resolve();
/** Set once the mirror has stalled; later installations fail immediately. */
let stall: StallError | undefined;

/** The reason why packages cannot be installed, or null. */
export function installBlocker(environment: NodeJS.ProcessEnv): string | null {
  if (environment['CAIRN_NO_INSTALL'] === '1') return 'CAIRN_NO_INSTALL=1 forbids installing it';
  if (!existsSync('/usr/bin/apt-get')) return 'only Debian and Ubuntu packages can be installed';
  if (process.getuid?.() !== 0) return 'only root can install it';
  return null;
}

type Wanted = {
  find: () => string | null | Promise<string | null>;
  /** Why it is needed, such as `mvn is not on the PATH`. */
  missing: string;
  /** The first one that this Debian release has is installed. */
  packages: string[];
};

/** A program of this machine, or of a Debian package that is installed for it. */
export async function findOrInstall(
  { find, missing, packages }: Wanted,
  options: InstallOptions,
): Promise<string | { unavailable: string }> {
  const found = await find();
  if (found) return found;
  const blocker = installBlocker(options.environment);
  if (blocker) return { unavailable: `${missing}, and ${blocker}` };
  await requirePackageLists(options);
  const name = firstAvailable(packages);
  if (!name) return { unavailable: `${missing}, and apt-get knows no ${packages.join(', ')}` };
  await installPackages([name], options);
  return (await find()) ?? { unavailable: `${missing}, also with the package ${name}` };
}

/** Installs Debian packages and prints that; requires `installBlocker` to be null. */
export function installPackages(names: string[], options: InstallOptions): Promise<void> {
  const result = queue.then(() => install(names, options));
  queue = result.catch(() => {});
  return result;
}

function firstAvailable(names: string[]): string | undefined {
  return names.find((name) => {
    const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
    return /Candidate: (?!\(none\))/.test(stdout ?? '');
  });
}

/** A fresh image has no package lists. */
async function requirePackageLists({ environment, steps, signal }: InstallOptions): Promise<void> {
  const hasLists =
    existsSync(LISTS) && readdirSync(LISTS).some((name) => name.includes('Packages'));
  if (hasLists) return;
  await steps.run('Reading the lists of Debian packages (apt-get update)', () =>
    downloadFromMirror(signal, (alive) => apt(['update', '-q', ...NETWORK], environment, alive)),
  );
}

async function install(names: string[], options: InstallOptions): Promise<void> {
  const { environment, steps, signal } = options;
  const list = names.join(' ');
  steps.say(`Installing Debian packages: ${list} (CAIRN_NO_INSTALL=1 forbids this)`);
  await requirePackageLists(options);
  await steps.run(`Downloading ${list}`, () =>
    downloadFromMirror(signal, async (alive) => {
      const download = ['install', '--download-only', ...APT_OPTIONS, ...names];
      await apt(download, environment, alive).catch(async () => {
        alive.throwIfAborted();
        // Outdated lists name versions that the mirror no longer has.
        await apt(['update', '-q', ...NETWORK], environment, alive);
        await apt(download, environment, alive);
      });
    }),
  );
  // dpkg is never interrupted, not even by Ctrl-C: a partial installation is hard to repair.
  await steps.run(`Installing ${list}`, () =>
    apt(['install', ...APT_OPTIONS, ...names], environment, undefined),
  );
}

/** A download has no time limit while data arrives. */
async function downloadFromMirror(
  signal: AbortSignal,
  work: (alive: AbortSignal) => Promise<void>,
): Promise<void> {
  if (stall) throw stall;
  try {
    await abortOnStall("Debian's mirror", signal, async (alive, onProgress) => {
      let seen = bytesIn(DOWNLOADS);
      const timer = setInterval(() => {
        const now = bytesIn(DOWNLOADS);
        if (now !== seen) onProgress();
        seen = now;
      }, POLL_INTERVAL_MS);
      await work(alive).finally(() => clearInterval(timer));
    });
  } catch (error) {
    if (error instanceof StallError) stall = error;
    throw error;
  }
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
