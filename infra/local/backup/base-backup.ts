import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, createReadStream, createWriteStream, mkdirSync, realpathSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Secrets } from '../secrets.ts';
import { archiveWalTo } from '../sources/wal-archive.ts';
import { fingerprintsOf, type Manifest, writeManifest } from './manifest.ts';

export type BackupOptions = {
  /** Of the running server that `npm start` started. */
  stateDirectory: string;
  /** A superuser's. */
  postgresUrl: string;
  secrets: Secrets;
  to: string;
};

/** Contents that a copy must not contain, or that the server creates again. */
const EMPTIED = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
];
const SKIPPED = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|.*\.part)$/;

/**
 * Copies the data folder of the running server between pg_backup_start and pg_backup_stop, and
 * archives the WAL in the same folder from then on. Returns the new backup's folder.
 */
export async function takeBaseBackup(options: BackupOptions): Promise<string> {
  const data = realpathSync(join(options.stateDirectory, 'postgres', 'data'));
  const folder = resolve(options.to);
  await prepareFolder(folder, await stat(data));
  const startedAt = new Date().toISOString();
  const directory = join(folder, `base-${startedAt.replaceAll(/[:.]/g, '-')}`);
  mkdirSync(join(directory, 'data'), { recursive: true, mode: 0o700 });
  archiveWalTo(dirname(data), join(folder, 'wal'));
  const client = new pg.Client({ connectionString: options.postgresUrl });
  // Only this session can end the backup.
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('cairn', fast => true)");
    const files: Manifest['files'] = {};
    await copyFolder(data, join(directory, 'data'), '', files);
    // Waits until the WAL that the copy needs is archived.
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
    await writeFile(join(directory, 'data', 'backup_label'), rows[0].labelfile);
    const now = await client.query("SELECT now(), current_setting('server_version') AS version");
    writeManifest(directory, {
      startedAt,
      finishedAt: now.rows[0].now.toISOString(),
      serverVersion: now.rows[0].version,
      files,
      keys: fingerprintsOf(options.secrets),
    });
  } finally {
    await client.end();
  }
  return directory;
}

/** The server's user writes segments to it. */
async function prepareFolder(folder: string, { uid, gid }: { uid: number; gid: number }) {
  const wal = join(folder, 'wal');
  await mkdir(wal, { recursive: true, mode: 0o711 });
  if (process.getuid?.() !== 0) return;
  chownSync(wal, uid, gid);
  const check = ['-c', 'test -w "$1" && test -x "$1"', 'sh', wal];
  if (spawnSync('/bin/sh', check, { uid, gid, cwd: '/', stdio: 'ignore' }).status !== 0) {
    throw new Error(
      `The user that runs Postgres (${uid}) cannot write to ${wal}: choose a folder whose parents that user can enter.`,
    );
  }
}

/** Files may change or vanish during the copy: replaying the WAL corrects that. */
async function copyFolder(
  source: string,
  target: string,
  path: string,
  files: Manifest['files'],
): Promise<void> {
  for (const entry of await readdir(join(source, path), { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (SKIPPED.test(entry.name)) continue;
    if (entry.isDirectory()) {
      await mkdir(join(target, child), { mode: 0o700 });
      if (!EMPTIED.includes(child)) await copyFolder(source, target, child, files);
    } else if (entry.isFile()) {
      const copied = await copyFile(join(source, child), join(target, child));
      if (copied) files[child] = copied;
    }
  }
}

/** Size and SHA-256; null where the file is gone. */
export async function copyFile(from: string, to: string): Promise<[number, string] | null> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = new PassThrough();
  counted.on('data', (chunk: Buffer) => {
    size += chunk.length;
    hash.update(chunk);
  });
  try {
    await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600 }));
    return [size, hash.digest('hex')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
