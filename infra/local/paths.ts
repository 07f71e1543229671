import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const LOCAL = join(ROOT, '.local');
/** Downloads; kept by `npm run reset`. */
export const CACHE = join(LOCAL, 'cache');
export const WEB = join(ROOT, 'web');

export function binOf(tool: string): string {
  return join(ROOT, 'node_modules', '.bin', tool);
}

export function logFileOf(stateDirectory: string, name: string): string {
  return join(stateDirectory, 'logs', `${name}.log`);
}

/** The inverse of `logFileOf`. */
export function stateDirectoryOf(logFile: string): string {
  return dirname(dirname(logFile));
}
