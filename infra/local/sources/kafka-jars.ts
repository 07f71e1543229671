import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { installPackages, whyNotInstall } from '../debian.ts';
import { findExecutable } from '../executables.ts';
import { CACHE, logFileOf } from '../paths.ts';
import { whileItAdvances } from './advance.ts';
import type { SourceContext } from './source.ts';

const LOOK_MS = 1000;
/** Of one answer, and of one piece of a file. */
const LIMITS = [
  '-Daether.connector.connectTimeout=10000',
  '-Daether.connector.requestTimeout=10000',
  '-Daether.connector.http.retryHandler.count=0',
  '-Dmaven.wagon.http.retryHandler.count=0',
];
const POM = fileURLToPath(new URL('../kafka/pom.xml', import.meta.url));

/** The folder of Kafka's jars, kept for each content of the pom. */
export async function findOrDownloadJars(
  context: SourceContext,
): Promise<string | { unavailable: string }> {
  const hash = createHash('sha256')
    .update(await readFile(POM))
    .digest('hex')
    .slice(0, 12);
  const folder = join(CACHE, `kafka-${hash}`);
  if (existsSync(folder)) return folder;
  const maven = await findOrInstallMaven(context);
  if (typeof maven !== 'string') return maven;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await context.steps.run('Downloading Apache Kafka (43 MB, once)', (detail) =>
      copyDependencies(maven, draft, { context, detail }),
    );
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another run was first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Until the first file Maven may not stand still; from then on its own limits end what hangs. */
async function copyDependencies(
  maven: string,
  folder: string,
  { context, detail }: { context: SourceContext; detail: (text: string) => void },
): Promise<void> {
  let files = 0;
  const { stateDirectory, environment, signal } = context;
  const args = ['-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  await whileItAdvances('the Maven repository', signal, async (alive, advance) => {
    let patience: NodeJS.Timeout | undefined;
    await runCommand(maven, [...args, ...LIMITS], {
      directory: CACHE,
      environment,
      logFile: logFileOf(stateDirectory, 'maven'),
      signal: alive,
      onLine: (line) => {
        advance();
        if (!line.includes('Downloaded from')) return;
        detail(`${++files} files`);
        patience ??= setInterval(advance, LOOK_MS);
      },
    }).finally(() => clearInterval(patience));
  });
}

async function findOrInstallMaven(
  context: SourceContext,
): Promise<string | { unavailable: string }> {
  const { environment } = context;
  const found = findExecutable('mvn', environment);
  if (found) return found;
  const obstacle = whyNotInstall(environment);
  if (obstacle) return { unavailable: `Maven (mvn) is not on the PATH, and ${obstacle}` };
  await installPackages(['maven'], context);
  return findExecutable('mvn', environment) ?? { unavailable: 'the package maven brought no mvn' };
}
