import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { installPackages, whyNotInstall } from '../debian.ts';
import { findExecutable } from '../executables.ts';
import { CACHE, logFileOf } from '../paths.ts';
import type { SourceContext } from './source.ts';

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

async function copyDependencies(
  maven: string,
  folder: string,
  { context, detail }: { context: SourceContext; detail: (text: string) => void },
): Promise<void> {
  let files = 0;
  const { stateDirectory, environment, signal } = context;
  await runCommand(
    maven,
    ['-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    {
      directory: CACHE,
      environment,
      logFile: logFileOf(stateDirectory, 'maven'),
      signal,
      onLine: (line) => {
        if (line.includes('Downloaded from')) detail(`${++files} files`);
      },
    },
  );
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
