import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable } from './executables.ts';
import { LOCAL, logFileOf } from './paths.ts';

const LINES = '100';
const [name] = process.argv.slice(2);

if (name && existsSync(logFileOf(LOCAL, name))) follow(logFileOf(LOCAL, name));
else listLogs();

function follow(file: string): void {
  const program = findExecutable('tail', process.env);
  if (!program) throw new Error(`The program tail is missing; the log is ${file}`);
  const tail = spawn(program, ['-n', LINES, '-F', file], { stdio: 'inherit' });
  process.on('SIGINT', () => tail.kill('SIGINT'));
  process.on('SIGTERM', () => tail.kill('SIGTERM'));
  process.on('disconnect', () => tail.kill('SIGTERM'));
  process.channel?.unref();
  tail.on('exit', () => process.exit(0));
}

function listLogs(): void {
  const folder = join(LOCAL, 'logs');
  const names = existsSync(folder) ? readdirSync(folder).map((file) => file.slice(0, -4)) : [];
  if (name) console.error(`There is no log of ${name}.`);
  console.log(names.length > 0 ? `npm run logs -- ${names.join(' | ')}` : 'There are no logs yet.');
  process.exitCode = name ? 1 : 0;
}
