import { basename } from 'node:path';
import { runner } from 'node-pg-migrate';

export type MigrateOptions = {
  /** The schema's owner. */
  databaseUrl: string;
  schema: string;
  /** Absolute paths of folders of plain SQL files, `001_name.sql`; applied folder by folder. */
  directories: string[];
};

/**
 * Applies what is new and returns its names. Each folder keeps its own table of what was applied,
 * named after the folder above it, so that shared and own migrations are numbered independently.
 * Several processes may call it at once: one works, the others wait for its lock.
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
      ignorePattern: '(?!.*\\.sql$).*',
      advisoryLockMode: 'wait',
      log: () => {},
    });
    applied.push(...done.map((migration) => migration.name));
  }
  return applied;
}
