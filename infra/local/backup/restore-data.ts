import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { embeddedPostgres } from '../sources/postgres.ts';
import { type PostgresHome, preparePostgresHome } from '../sources/postgres-home.ts';
import type { SourceContext } from '../sources/source.ts';
import { createStarter } from '../sources/start-server.ts';
import { archiveWalTo, restoreCommand } from '../sources/wal-archive.ts';
import { type SupervisedProcess, stopAll } from '../supervisor.ts';
import { copyFile } from './base-backup.ts';
import { type BaseBackup, listBaseBackups } from './manifest.ts';

export type RestoreOptions = {
  context: Omit<SourceContext, 'start'>;
  from: string;
  /** The end of the archived WAL, if absent. */
  at: Date | null;
};

export type RestoredData = {
  /** The replaced data folder, if there was one. */
  replaced: string | null;
  base: BaseBackup;
};

/** The newest complete backup that ended before `at`. */
export function chooseBaseBackup(from: string, at: Date | null): BaseBackup {
  const usable = listBaseBackups(from).filter(
    ({ manifest }) => at === null || new Date(manifest.finishedAt) <= at,
  );
  const newest = usable.at(-1);
  if (!newest) {
    const oldest = listBaseBackups(from)[0]?.manifest.finishedAt;
    throw new Error(
      oldest
        ? `The oldest backup in ${from} was complete at ${oldest}; ${at?.toISOString()} is earlier.`
        : `${from} contains no complete backup.`,
    );
  }
  return newest;
}

/**
 * Puts a verified copy of the backup in the place of the data folder; the server must not run. WAL is
 * archived in the same folder from then on, on a new timeline.
 */
export async function restoreData({ context, from, at }: RestoreOptions): Promise<RestoredData> {
  const base = chooseBaseBackup(from, at);
  const home = await preparePostgresHome({
    ...context,
    start: createStarter({ ...context, processes: [] }),
  });
  if ('unavailable' in home) throw new Error(`Postgres is not available: ${home.unavailable}`);
  const draft = `${home.data}.new`;
  await rm(draft, { recursive: true, force: true });
  await copyVerified(base, draft);
  await writeFile(join(draft, 'recovery.signal'), '');
  await appendFile(join(draft, 'postgresql.auto.conf'), recoverySettings(from, at));
  await giveTo(draft, home.user);
  const replaced = existsSync(home.data) ? `${home.data}.replaced-${Date.now()}` : null;
  if (replaced) await rename(home.data, replaced);
  await rename(draft, home.data);
  archiveWalTo(dirname(home.data), join(resolve(from), 'wal'));
  return { replaced, base };
}

function recoverySettings(from: string, at: Date | null): string {
  const settings = {
    restore_command: restoreCommand(join(resolve(from), 'wal')),
    recovery_target_action: 'promote',
    ...(at ? { recovery_target_time: at.toISOString().replace('Z', '+00') } : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  return `# npm run restore\n${lines.join('')}`;
}

async function copyVerified({ directory, manifest }: BaseBackup, to: string): Promise<void> {
  const source = join(directory, 'data');
  await copyFolders(source, to);
  for (const [path, [size, sha256]] of Object.entries(manifest.files)) {
    const copied = await copyFile(join(source, path), join(to, path));
    if (copied?.[0] !== size || copied[1] !== sha256) {
      throw new Error(`${join(source, path)} is damaged or missing: use another backup.`);
    }
  }
  await copyFile(join(source, 'backup_label'), join(to, 'backup_label'));
}

async function copyFolders(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await copyFolders(join(from, entry.name), join(to, entry.name));
  }
}

async function giveTo(path: string, user: PostgresHome['user']): Promise<void> {
  if (!user) return;
  await chown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(child, user);
    else await chown(child, user.uid, user.gid);
  }
}

const POLL_MS = 200;
/** A server accepts connections only when it has replayed the WAL of the base backup. */
const REPLAY_TIMEOUT_MS = 6 * 3600_000;

/** Starts the server, waits until it has replayed the WAL, runs `work`, and stops it. */
export async function withRecoveredServer<Result>(
  context: Omit<SourceContext, 'start'>,
  work: (postgresUrl: string) => Promise<Result>,
): Promise<Result> {
  const processes: SupervisedProcess[] = [];
  try {
    const starter = createStarter({ ...context, processes, hangsAfterMs: REPLAY_TIMEOUT_MS });
    const start: SourceContext['start'] = (definition) =>
      starter({ ...definition, readyWithinMs: REPLAY_TIMEOUT_MS });
    const outcome = await embeddedPostgres.serve({ ...context, start });
    if ('unavailable' in outcome) throw new Error(outcome.unavailable);
    while (await isInRecovery(outcome.address)) await sleep(POLL_MS, undefined, context);
    await forgetRecovery(outcome.address);
    return await work(outcome.address);
  } finally {
    await stopAll(processes);
  }
}

async function isInRecovery(url: string): Promise<boolean> {
  const [row] = await query(url, ['SELECT pg_is_in_recovery() AS "isRecovering"']);
  return row?.['isRecovering'] === true;
}

/** A later backup contains these settings, and would be restored to the same moment. */
async function forgetRecovery(url: string): Promise<void> {
  const names = ['restore_command', 'recovery_target_action', 'recovery_target_time'];
  await query(
    url,
    names.map((name) => `ALTER SYSTEM RESET ${name}`),
  );
}

/** Returns the rows of the last statement. */
async function query(url: string, statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
