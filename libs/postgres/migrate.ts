import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type MigrationBuilder, runner } from 'node-pg-migrate';

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
    const done = await runner({
      databaseUrl,
      schema,
      dir: directory,
      direction: 'up',
      migrationsTable: `migrations_of_${basename(directory.replace(/\/migrations\/?$/, ''))}`,
      migrationsSchema: schema,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSqlFiles }],
      ignorePattern: '(?!.*\\.sql$).*',
      advisoryLockMode: 'wait',
      log: () => {},
    });
    applied.push(...done.map((migration) => migration.name));
  }
  return applied;
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
