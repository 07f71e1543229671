import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { baseEnvironment } from './executables.ts';
import { LOCAL, ROOT } from './paths.ts';

const folder = join(LOCAL, 'mails');
const program = join(ROOT, 'services', 'notification', 'src', 'mails.ts');
const publicUrl = process.env['PUBLIC_URL'] || 'https://cairn.example';
spawn(process.execPath, [program, folder, publicUrl], {
  stdio: 'inherit',
  env: baseEnvironment(process.env),
}).on('exit', (code) => {
  if (code === 0) console.log(`Every message with sample data: ${join(folder, 'index.html')}`);
  process.exit(code ?? 1);
});
