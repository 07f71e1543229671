import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CACHE, ROOT } from '../../infra/local/paths.ts';
import { findFreePortBase } from '../../infra/local/ports.ts';
import { endProcessesOf } from './checkout-processes.ts';
import type { Bench } from './machine-case.ts';

export type User = { uid: number; gid: number; home: string };

export type Checkout = {
  folder: string;
  portBase: number;
  /** The user of the checkout, if not the current one. */
  user?: User;
};

export type CheckoutOptions = {
  folder: string;
  /** True: npm installs packages in the case; otherwise those of this checkout are reused. */
  withoutPackages?: boolean;
  user?: User;
};

const ELSEWHERE = '/var/lib/cairn';
const BUILD = join(CACHE, 'machine-web');
const STAMP = 'web-build.sha256';

/** Clones the current commit with its own ports; removed at the end with all its processes. */
export async function makeCheckout(bench: Bench, options: CheckoutOptions): Promise<Checkout> {
  const { folder, user } = options;
  await mkdir(dirname(folder), { recursive: true });
  run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, folder]);
  if (!options.withoutPackages) takeOverPackages(folder, user);
  if (user) run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const checkout = { folder, portBase: await findFreePortBase(), ...(user ? { user } : {}) };
  const copiesBefore = copiesElsewhere();
  bench.onCleanup(() => {
    endProcessesOf(checkout);
    keepBuild(folder);
    removePostgres(folder);
    for (const name of copiesElsewhere()) {
      if (!copiesBefore.includes(name)) rmSync(join(ELSEWHERE, name), { recursive: true });
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return checkout;
}

/** Hard links, because copying 600 MB is slow; copies for a user who must own them. */
function takeOverPackages(folder: string, user: User | undefined): void {
  const how = user ? '-a' : '-al';
  run('cp', [how, join(ROOT, 'node_modules'), folder]);
  rmSync(join(folder, 'node_modules', '.cairn-lock-hash'), { force: true });
  for (const workspace of workspacesWithPackages()) {
    run('cp', [how, join(ROOT, workspace, 'node_modules'), join(folder, workspace)]);
  }
  mkdirSync(join(folder, '.local', 'cache'), { recursive: true });
  const downloads = existsSync(CACHE) ? readdirSync(CACHE) : [];
  for (const name of downloads.filter((each) => /^kafka-[0-9a-f]+$/.test(each))) {
    run('cp', [how, join(CACHE, name), join(folder, '.local', 'cache')]);
  }
  takeOverBuild(folder);
}

/** Reuses the web app built by an earlier case: `npm start` accepts it if the sources are the same. */
function takeOverBuild(folder: string): void {
  if (!existsSync(BUILD)) return;
  run('cp', ['-r', join(BUILD, 'dist'), join(folder, 'web', 'dist')]);
  run('cp', [join(BUILD, STAMP), join(folder, '.local', STAMP)]);
}

function keepBuild(folder: string): void {
  const [dist, stamp] = [join(folder, 'web', 'dist'), join(folder, '.local', STAMP)];
  if (!existsSync(stamp) || !existsSync(dist)) return;
  rmSync(BUILD, { recursive: true, force: true });
  mkdirSync(BUILD, { recursive: true });
  run('cp', ['-r', dist, BUILD]);
  run('cp', [stamp, BUILD]);
}

/** Workspaces with their own node_modules, because of conflicting versions. */
function workspacesWithPackages(): string[] {
  const parents = ['libs', 'services', 'infra'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  );
  return [...parents, 'gateway', 'web', 'tests'].filter((workspace) =>
    existsSync(join(ROOT, workspace, 'node_modules')),
  );
}

/** As root, the data may be elsewhere, behind a link. */
function removePostgres(folder: string): void {
  const link = join(folder, '.local', 'postgres');
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(readlinkSync(link), { recursive: true, force: true });
}

function copiesElsewhere(): string[] {
  return existsSync(ELSEWHERE) ? readdirSync(ELSEWHERE) : [];
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
