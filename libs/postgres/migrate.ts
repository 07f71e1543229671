import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationBuilder, runner } from 'node-pg-migrate';
import pg from 'pg';

/** Of the error by which node-pg-migrate reports that another process migrates. */
const LOCKED = 'Another migration is already running';
const POLL_INTERVAL_MS = 200;

export type MigrateOptions = {
  /** The schema's owner. */
  databaseUrl: string;
  schema: string;
  /** Absolute paths of folders with SQL files, `001_name.sql`; applied folder by folder. */
  directories: string[];
};

/**
 * Applies new migrations and returns their names. Each folder has its own table of applied
 * migrations, named after its parent folder, so that shared and service migrations are numbered
 * independently. Safe to call concurrently: one process applies, the others wait for its lock.
 */
export async function migrateSchema({
  databaseUrl,
  schema,
  directories,
}: MigrateOptions): Promise<string[]> {
  const applied: string[] = [];
  for (const directory of directories) {
    const done = await retryWhileLocked(() =>
      runner({
        databaseUrl,
        schema,
        dir: directory,
        direction: 'up',
        migrationsTable: `migrations_of_${basename(directory.replace(/\/migrations\/?$/, ''))}`,
        migrationsSchema: schema,
        migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSqlFiles }],
        ignorePattern: '(?!.*\\.sql$).*',
        advisoryLockMode: 'fail',
        log: () => {},
      }),
    );
    applied.push(...done.map((migration) => migration.name));
  }
  await assertIndexesAreValid(databaseUrl, schema);
  return applied;
}

/** Waits by polling: a waiting statement would hold a snapshot, for which CREATE INDEX CONCURRENTLY waits. */
async function retryWhileLocked<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes(LOCKED)) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

/** An interrupted CREATE INDEX CONCURRENTLY leaves an index that IF NOT EXISTS takes for a built one. */
async function assertIndexesAreValid(databaseUrl: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       JOIN pg_class ON pg_class.oid = indexrelid
       WHERE NOT indisvalid AND relnamespace = $1::regnamespace`,
      [schema],
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name).join(', ');
    throw new Error(
      `not built completely: ${names}; DROP INDEX, then build it as its migration does`,
    );
  } finally {
    await client.end();
  }
}

/**
 * An SQL file runs in a transaction, unless its first line is `-- No transaction`: CREATE INDEX
 * CONCURRENTLY needs that, as the only statement of the file.
 */
async function loadSqlFiles(paths: string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8');
      const [up = '', down = ''] = text.split(/^-- Down Migration$/m);
      const run = (sql: string) => (pgm: MigrationBuilder) => {
        if (text.startsWith('-- No transaction\n')) pgm.noTransaction();
        pgm.sql(sql);
      };
      return { id: path, filePaths: [path], actions: { up: run(up), down: run(down) } };
    }),
  );
}
