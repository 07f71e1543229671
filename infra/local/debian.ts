import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { LOCAL, ROOT } from './paths.ts';
import { NoAdvance, whileItAdvances } from './sources/advance.ts';
import { bytesIn } from './sources/bytes-in.ts';
import type { Steps } from './steps.ts';

const LISTS = '/var/lib/apt/lists';
/** Where apt writes what it downloads: it grows as long as a mirror answers. */
const DOWNLOADS = [`${LISTS}/partial`, '/var/cache/apt/archives/partial'];
const LOOK_MS = 1000;
/** Seconds. Another apt that is at work, such as the nightly updates, is not waited for much longer. */
const PATIENCE = { lock: 12, mirror: 10 };
const NETWORK = ['http', 'https'].flatMap((way) => [
  '-o',
  `Acquire::${way}::Timeout=${PATIENCE.mirror}`,
]);
const APT_OPTIONS = [
  '-y',
  '-q',
  '--no-install-recommends',
  ...['-o', `DPkg::Lock::Timeout=${PATIENCE.lock}`],
  ...NETWORK,
];

export type InstallOptions = {
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
};

/** dpkg takes one caller at a time. */
let queue: Promise<unknown> = Promise.resolve();
/** A mirror that does not answer is not asked again for the next server. */
let standstill: NoAdvance | undefined;

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
    fromMirror(signal, (alive) => apt(['update', '-q', ...NETWORK], environment, alive)),
  );
}

async function install(names: string[], options: InstallOptions): Promise<void> {
  const { environment, steps, signal } = options;
  const list = names.join(' ');
  steps.say(`Installing Debian packages: ${list} (CAIRN_NO_INSTALL=1 forbids this)`);
  await requirePackageLists(options);
  await steps.run(`Downloading ${list}`, () =>
    fromMirror(signal, async (alive) => {
      const download = ['install', '--download-only', ...APT_OPTIONS, ...names];
      await apt(download, environment, alive).catch(async () => {
        alive.throwIfAborted();
        // Old lists name versions that the mirror no longer has.
        await apt(['update', '-q', ...NETWORK], environment, alive);
        await apt(download, environment, alive);
      });
    }),
  );
  // dpkg is never cut short, not even by Ctrl-C: half an installation is hard to mend.
  await steps.run(`Installing ${list}`, () =>
    apt(['install', ...APT_OPTIONS, ...names], environment, undefined),
  );
}

/** Downloads may take as long as they like, while something comes. */
async function fromMirror(
  signal: AbortSignal,
  work: (alive: AbortSignal) => Promise<void>,
): Promise<void> {
  if (standstill) throw standstill;
  try {
    await whileItAdvances("Debian's mirror", signal, async (alive, advance) => {
      let seen = bytesIn(DOWNLOADS);
      const timer = setInterval(() => {
        const now = bytesIn(DOWNLOADS);
        if (now !== seen) advance();
        seen = now;
      }, LOOK_MS);
      await work(alive).finally(() => clearInterval(timer));
    });
  } catch (error) {
    if (error instanceof NoAdvance) standstill = error;
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
