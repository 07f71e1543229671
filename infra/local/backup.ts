import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { takeBaseBackup } from './backup/base-backup.ts';
import { hasOwnPostgres } from './backup/restore-cairn.ts';
import { requireRunningCairn } from './endpoints.ts';
import { findExecutable } from './executables.ts';
import { LOCAL } from './paths.ts';
import { loadSecrets } from './secrets.ts';

const USAGE = 'usage: npm run backup -- --to DIR';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
if (!values.to) fail(USAGE);
const { postgresUrl } = requireRunningCairn();
const to = resolve(values.to);
console.log(`Backup: ${await backUp()}`);
console.log(`Keys and configuration are not in it. Copy these to another place, together:`);
for (const name of [join(LOCAL, 'secrets.json'), '.env']) {
  console.log(`  ${name}${existsSync(name) ? '' : ' (does not exist)'}`);
}

async function backUp(): Promise<string> {
  if (hasOwnPostgres(LOCAL) && !process.env['POSTGRES_URL']) {
    const secrets = loadSecrets(LOCAL);
    return takeBaseBackup({ stateDirectory: LOCAL, postgresUrl, secrets, to });
  }
  return dump(await findDumpProgram());
}

/** pg_dump refuses servers that are newer than itself. */
async function findDumpProgram(): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  const { rows } = await client.query("SELECT current_setting('server_version') AS version");
  await client.end();
  const program = findExecutable('pg_dump', process.env);
  const text = program ? spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout : '';
  const [own, needed] = [/ (\d+)/.exec(text)?.[1], Number.parseInt(rows[0].version, 10)];
  if (program && Number(own) >= needed) return program;
  return fail(`This Postgres ${needed} needs a pg_dump of at least that version on the PATH.`);
}

function dump(program: string): string {
  mkdirSync(to, { recursive: true });
  const target = join(to, `cairn-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.dump`);
  const url = new URL(postgresUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const { status } = spawnSync(program, ['--format=custom', `--file=${target}`, url.href], {
    stdio: 'inherit',
    env: { ...process.env, PGPASSWORD: password },
  });
  return status === 0 ? target : fail('pg_dump failed.');
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
