import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { hashFiles } from './input-hash.ts';
import { LOCAL, logFileOf, ROOT, WEB } from './paths.ts';
import type { Steps } from './steps.ts';

/** Inputs of the build. */
const INPUTS = ['{web,libs/contracts}/**', 'package-lock.json'];
const STAMP = join(LOCAL, 'web-build.sha256');

export type WebBuildOptions = { steps: Steps; signal: AbortSignal; environment: NodeJS.ProcessEnv };

/** Builds web/dist if its sources have changed since the last build; the log lists the page sizes. */
export async function buildWeb({ steps, signal, environment }: WebBuildOptions): Promise<void> {
  const hash = hashFiles(INPUTS);
  if (existsSync(join(WEB, 'dist', 'pages.json')) && (await readStamp()) === hash) return;
  // An interrupted build leaves a partial result.
  await rm(STAMP, { force: true });
  await steps.run('Building the web app', () =>
    runCommand(process.execPath, ['prerender.ts'], {
      directory: WEB,
      environment: {
        ...environment,
        NODE_ENV: 'production',
        PATH: pathWithPinnedNode(environment),
      },
      logFile: logFileOf(LOCAL, 'web-build'),
      signal,
    }),
  );
  await mkdir(LOCAL, { recursive: true });
  await writeFile(STAMP, hash);
}

/** Scripts in node_modules/.bin run the `node` on the PATH. */
export function pathWithPinnedNode(environment: NodeJS.ProcessEnv): string {
  return `${join(ROOT, 'node_modules', 'node', 'bin')}:${environment['PATH'] ?? ''}`;
}

async function readStamp(): Promise<string | null> {
  return readFile(STAMP, 'utf8').catch(() => null);
}
