import { join } from 'node:path';
import { runProgram } from './command.ts';
import { baseEnvironment } from './executables.ts';
import { LOCAL, ROOT } from './paths.ts';

const folder = join(LOCAL, 'mails');
const program = join(ROOT, 'services', 'notification', 'src', 'mails.ts');
const publicUrl = process.env['PUBLIC_URL'] || 'https://cairn.example';
process.exitCode = runProgram(program, [folder, publicUrl], baseEnvironment(process.env));
if (process.exitCode === 0) {
  console.log(`Every message with sample data: ${join(folder, 'index.html')}`);
}
