import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateDatabase, ownersFrom, SCHEMAS, schemaUrl } from './database.ts';
import { type Endpoints, endpointsFile } from './endpoints.ts';
import { LOCAL, ROOT } from './paths.ts';
import { loadSecrets } from './secrets.ts';

const file = endpointsFile(LOCAL);
if (!existsSync(file)) {
  console.error('Cairn is not running from this folder: run `npm start` first.');
  process.exit(1);
}
const { postgresUrl } = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
const database = {
  ...locateDatabase(postgresUrl),
  owners: ownersFrom(loadSecrets(LOCAL).rolePasswords),
};
const urls = Object.fromEntries(SCHEMAS.map((schema) => [schema, schemaUrl(database, schema)]));
const program = join(ROOT, 'libs', 'events', 'dead-letters-cli.ts');
spawn(process.execPath, [program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DEAD_LETTER_DATABASES: JSON.stringify(urls) },
}).on('exit', (code) => process.exit(code ?? 1));
