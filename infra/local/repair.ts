import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoints, endpointsFile } from './endpoints.ts';
import { baseEnvironment } from './executables.ts';
import { LOCAL, ROOT } from './paths.ts';

const file = endpointsFile(LOCAL);
if (!existsSync(file)) {
  console.error('Cairn is not running from this folder: run `npm start` first.');
  process.exit(2);
}
const { postgresUrl } = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
const program = join(ROOT, 'services', 'admin', 'src', 'repair.ts');
spawn(process.execPath, [program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...baseEnvironment(process.env), REPAIR_DATABASE_URL: postgresUrl },
}).on('exit', (code) => process.exit(code ?? 1));
