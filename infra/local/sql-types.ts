import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseUrl } from '@cairn/postgres/provision.ts';
import { listStatements } from '@cairn/postgres/statement.ts';
import pg from 'pg';
import { ownersFrom, prepareDatabase, SCHEMAS, type Schema } from './database.ts';
import { ROOT } from './paths.ts';
import { loadCatalog } from './sql-types/catalog.ts';
import { typesFile } from './sql-types/types-file.ts';
import { withPostgres } from './sql-types/with-postgres.ts';
import { runTask } from './task.ts';

// `npm run sql-types`: writes `sql-types.ts` of each folder with statements, from what Postgres says
// about them. With `--check` it only reports differences; `npm run check` runs that.

const TYPES_FILE = 'sql-types.ts';
/** All services have the tables of libs/events. */
const SCHEMA_OF_LIBS: Schema = 'payment';

const isCheck = process.argv.includes('--check');
const faults: string[] = [];
await runTask(async (task) => {
  await withPostgres(task, generate);
  for (const fault of faults) task.steps.say(fault);
  return faults.length > 0 ? 1 : 0;
});

async function generate(adminUrl: string): Promise<void> {
  const name = `sql_types_${process.pid}`;
  const password = 'test';
  const passwords = Object.fromEntries(SCHEMAS.map((schema) => [schema, password]));
  await prepareDatabase({
    adminUrl,
    name,
    owners: ownersFrom(passwords as Record<Schema, string>),
    sqlPasswords: { reader: password, updater: password, invariants: password },
  });
  try {
    const files = new Map<string, string>();
    for (const [folder, names] of await findStatements()) {
      files.set(
        join(folder, TYPES_FILE),
        await typesOf(databaseUrl(adminUrl, name), folder, names),
      );
    }
    compare(files);
  } finally {
    await withClient(adminUrl, 'public', (client) =>
      client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
  }
}

/** The names of the statements by folder, and fills the registry by importing the stores. */
async function findStatements(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of globSync('{services/*/src,libs}/**/*.store.ts', { cwd: ROOT }).sort()) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const names = [...source.matchAll(/\bstatement\(\s*'([^']+)'/g)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const folder = join(path, '..');
    found.set(folder, [...(found.get(folder) ?? []), ...names]);
    await import(pathToFileURL(join(ROOT, path)).href);
  }
  return found;
}

async function typesOf(url: string, folder: string, names: string[]): Promise<string> {
  const schema = folder.startsWith('services/') ? (folder.split('/')[1] ?? '') : SCHEMA_OF_LIBS;
  const statements = listStatements().filter((each) => names.includes(each.name));
  return withClient(url, schema, async (client) => {
    const catalog = await loadCatalog(client);
    const file = await typesFile({ client, catalog, folder, statements });
    faults.push(...file.faults);
    return file.text;
  });
}

function compare(files: Map<string, string>): void {
  for (const path of globSync(`{services/*/src,libs}/**/${TYPES_FILE}`, { cwd: ROOT })) {
    if (files.has(path)) continue;
    if (isCheck) faults.push(`${path}: no statement is in this folder; run npm run sql-types`);
    else rmSync(join(ROOT, path));
  }
  for (const [path, text] of files) {
    const present = readIfPresent(join(ROOT, path));
    if (present === text) continue;
    if (isCheck) faults.push(`${path} differs from the database; run npm run sql-types`);
    else writeFileSync(join(ROOT, path), text);
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

async function withClient<Result>(
  url: string,
  schema: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
