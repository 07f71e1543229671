import { join } from 'node:path';
import { runProgram } from './command.ts';
import { requireRunningCairn } from './endpoints.ts';
import { baseEnvironment } from './executables.ts';
import { ROOT } from './paths.ts';

const { postgresUrl } = requireRunningCairn();
const program = join(ROOT, 'services', 'admin', 'src', 'repair.ts');
process.exitCode = runProgram(program, process.argv.slice(2), {
  ...baseEnvironment(process.env),
  REPAIR_DATABASE_URL: postgresUrl,
});
