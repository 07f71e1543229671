import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../infra/local/paths.ts';

/** Appends a line, such as a recovery time, to `.local/resilience.txt`. */
export function recordFigure(text: string): void {
  mkdirSync(LOCAL, { recursive: true });
  appendFileSync(join(LOCAL, 'resilience.txt'), `${new Date().toISOString()} ${text}\n`);
}
