import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstAvailable, installPackages, requirePackageLists, whyNotInstall } from '../debian.ts';
import { findExecutable } from '../executables.ts';
import type { SourceContext } from './source.ts';

const OLDEST_JAVA = 17;
/** Newer releases of Debian no longer have 17. */
const PACKAGES = ['openjdk-17-jre-headless', 'openjdk-21-jre-headless', 'default-jre-headless'];
const DEBIAN_FOLDER = '/usr/lib/jvm';

/** A `java` that can run Kafka: JAVA_HOME's, the PATH's, one of Debian's, or one installed now. */
export async function findOrInstallJava(
  context: SourceContext,
): Promise<string | { unavailable: string }> {
  const { environment } = context;
  const found = findJava(environment);
  if (found) return found;
  const what = `Java ${OLDEST_JAVA} or newer is not on the PATH`;
  const obstacle = whyNotInstall(environment);
  if (obstacle) return { unavailable: `${what}, and ${obstacle} (${PACKAGES[0]})` };
  await requirePackageLists(context);
  const name = firstAvailable(PACKAGES);
  if (!name) return { unavailable: `${what}, and apt-get knows none` };
  await installPackages([name], context);
  return findJava(environment) ?? { unavailable: `the package ${name} brought no java` };
}

function findJava(environment: NodeJS.ProcessEnv): string | null {
  const home = environment['JAVA_HOME'];
  const onPath = findExecutable('java', environment);
  const candidates = [
    ...(home ? [join(home, 'bin', 'java')] : []),
    ...(onPath ? [onPath] : []),
    ...debianJavas(),
  ];
  return candidates.find(isNewEnough) ?? null;
}

function debianJavas(): string[] {
  try {
    return readdirSync(DEBIAN_FOLDER).map((name) => join(DEBIAN_FOLDER, name, 'bin', 'java'));
  } catch {
    return [];
  }
}

function isNewEnough(java: string): boolean {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const major = /version "(\d+)/.exec(stderr ?? '')?.[1];
  return Number(major) >= OLDEST_JAVA;
}
