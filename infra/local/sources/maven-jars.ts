import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { findOrInstall } from '../debian.ts';
import { findExecutable } from '../executables.ts';
import { CACHE, logFileOf, ROOT } from '../paths.ts';
import type { SourceContext } from './source.ts';
import { abortOnStall } from './stall.ts';

const POLL_INTERVAL_MS = 1000;
/** Time limits of one response, and of one chunk of a file. */
const LIMITS = [
  '-Daether.connector.connectTimeout=10000',
  '-Daether.connector.requestTimeout=10000',
  '-Daether.connector.http.retryHandler.count=0',
  '-Dmaven.wagon.http.retryHandler.count=0',
];

export type JarContext = Pick<SourceContext, 'stateDirectory' | 'environment' | 'steps' | 'signal'>;

/** A list of Maven artefacts: a folder of infra/local with a pom.xml, and how it is announced. */
export type Jars = { name: string; title: string };

/** The folder of the jars, cached by the hash of the pom. */
export async function findOrDownloadJars(
  { name, title }: Jars,
  context: JarContext,
): Promise<string | { unavailable: string }> {
  const pom = join(ROOT, 'infra', 'local', name, 'pom.xml');
  const hash = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 12);
  const folder = join(CACHE, `${name}-${hash}`);
  if (existsSync(folder)) return folder;
  const find = () => findExecutable('mvn', context.environment);
  const missing = 'Maven (mvn) is not on the PATH';
  const maven = await findOrInstall({ find, missing, packages: ['maven'] }, context);
  if (typeof maven !== 'string') return maven;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await context.steps.run(`Downloading ${title}`, (detail) =>
      copyDependencies(maven, { pom, folder: draft }, { context, detail }),
    );
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // A concurrent run was first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Detects a stall until the first file; from then on Maven's own timeouts apply. */
async function copyDependencies(
  maven: string,
  { pom, folder }: { pom: string; folder: string },
  { context, detail }: { context: JarContext; detail: (text: string) => void },
): Promise<void> {
  let files = 0;
  const { stateDirectory, environment, signal } = context;
  const args = ['-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  await abortOnStall('the Maven repository', signal, async (alive, onProgress) => {
    let progressTimer: NodeJS.Timeout | undefined;
    await runCommand(maven, [...args, ...LIMITS], {
      directory: CACHE,
      environment,
      logFile: logFileOf(stateDirectory, 'maven'),
      signal: alive,
      onLine: (line) => {
        onProgress();
        if (!line.includes('Downloaded from')) return;
        detail(`${++files} files`);
        progressTimer ??= setInterval(onProgress, POLL_INTERVAL_MS);
      },
    }).finally(() => clearInterval(progressTimer));
  });
}
