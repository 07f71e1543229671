import { createHash } from 'node:crypto';
import { type Dirent, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCommand } from './command.ts';
import { LOCAL, logFileOf, ROOT, WEB } from './paths.ts';
import type { Steps } from './steps.ts';

/** Inputs of the build. */
const INPUTS = ['{web,libs/contracts}/**', 'package-lock.json'];
const NOT_INPUTS = new Set(['node_modules', 'dist']);
const STAMP = join(LOCAL, 'web-build.sha256');

export type WebBuildOptions = { steps: Steps; signal: AbortSignal; environment: NodeJS.ProcessEnv };

/** Builds web/dist if its sources have changed since the last build; the log lists the page sizes. */
export async function buildWeb({ steps, signal, environment }: WebBuildOptions): Promise<void> {
  const hash = hashInputs();
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

function hashInputs(): string {
  const hash = createHash('sha256');
  const isExcluded = (entry: Dirent) => NOT_INPUTS.has(entry.name);
  const files = globSync(INPUTS, { cwd: ROOT, exclude: isExcluded, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

async function readStamp(): Promise<string | null> {
  return readFile(STAMP, 'utf8').catch(() => null);
}
