import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUrl } from '@cairn/postgres/provision.ts';
import pg from 'pg';
import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import type { SourceContext } from '../sources/source.ts';
import type { Steps } from '../steps.ts';
import { type BaseBackup, listChangedKeys } from './manifest.ts';
import { chooseBaseBackup, restoreData, withRecoveredServer } from './restore-data.ts';

export type RestoreCairnOptions = {
  stateDirectory: string;
  ports: Ports;
  secrets: Secrets;
  database: string;
  from: string;
  /** The end of the archived WAL, if absent. */
  at: Date | null;
  steps: Steps;
  signal: AbortSignal;
};

export type Restored = { base: BaseBackup; replaced: string | null; redoneUntil: string };

const AFTER_RESTORE = new URL('./after-restore.sql', import.meta.url);

/**
 * Restores Postgres to a moment and prepares its rows for processes that start with an empty Redis and
 * an empty Kafka, whose data it deletes. Nothing of Cairn may run from the folder.
 */
export async function restoreCairn(options: RestoreCairnOptions): Promise<Restored> {
  const { stateDirectory, secrets, from, at, steps } = options;
  const changed = listChangedKeys(chooseBaseBackup(from, at).manifest, secrets);
  if (changed.length > 0) {
    throw new Error(
      `These keys differ from those at the backup: ${changed.join(', ')}. Put the secrets.json of that time into ${stateDirectory} first.`,
    );
  }
  const context = contextOf(options);
  const { base, replaced } = await steps.run('Copying the backup', () =>
    restoreData({ context, from, at }),
  );
  const redoneUntil = await steps.run('Replaying the WAL', () =>
    withRecoveredServer(context, (url) => prepareRows(databaseUrl(url, options.database))),
  );
  for (const name of ['redis', 'kafka']) {
    await rm(join(stateDirectory, name), { recursive: true, force: true });
  }
  return { base, replaced, redoneUntil };
}

function contextOf(options: RestoreCairnOptions): Omit<SourceContext, 'start'> {
  const { stateDirectory, ports, secrets, steps, signal } = options;
  return {
    ...{ stateDirectory, ports, steps, signal },
    isDurable: true,
    postgresPassword: secrets.postgresPassword,
    redisPassword: secrets.redisPassword,
    environment: process.env,
  };
}

/** Returns the time of the last replayed transaction. */
async function prepareRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT pg_last_xact_replay_timestamp() AS at');
    await client.query(readFileSync(AFTER_RESTORE, 'utf8'));
    return rows[0].at?.toISOString() ?? 'the end of the backup';
  } finally {
    await client.end();
  }
}

export function hasOwnPostgres(stateDirectory: string): boolean {
  return existsSync(join(stateDirectory, 'postgres', 'data', 'PG_VERSION'));
}
