import { join } from 'node:path';
import { runProgram } from './command.ts';
import { locateDatabase, ownersFrom, SCHEMAS, schemaUrl } from './database.ts';
import { requireRunningCairn } from './endpoints.ts';
import { LOCAL, ROOT } from './paths.ts';
import { loadSecrets } from './secrets.ts';

const database = {
  ...locateDatabase(requireRunningCairn().postgresUrl),
  owners: ownersFrom(loadSecrets(LOCAL).rolePasswords),
};
const urls = Object.fromEntries(SCHEMAS.map((schema) => [schema, schemaUrl(database, schema)]));
const program = join(ROOT, 'libs', 'events', 'dead-letters-cli.ts');
process.exitCode = runProgram(program, process.argv.slice(2), {
  ...process.env,
  DEAD_LETTER_DATABASES: JSON.stringify(urls),
});
