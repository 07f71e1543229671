import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstall, type InstallOptions } from '../debian.ts';
import { findExecutable } from '../executables.ts';

const OLDEST_JAVA = 17;
/** Newer Debian releases lack version 17. */
const PACKAGES = ['openjdk-17-jre-headless', 'openjdk-21-jre-headless', 'default-jre-headless'];
/** Debian's and Homebrew's folders, which are not on the PATH by default. */
const FOLDERS = ['/usr/lib/jvm', '/opt/homebrew/opt', '/usr/local/opt'];
const VERSION_TIMEOUT_MS = 10_000;

/** A `java` that can run Kafka: from JAVA_HOME, the PATH, or Debian's packages, installed if needed. */
export function findOrInstallJava(
  context: InstallOptions,
): Promise<string | { unavailable: string }> {
  const find = () => findJava(context.environment);
  const missing = `Java ${OLDEST_JAVA} or newer is not on the PATH`;
  return findOrInstall({ find, missing, packages: PACKAGES }, context);
}

function findJava(environment: NodeJS.ProcessEnv): string | null {
  const home = environment['JAVA_HOME'];
  const onPath = findExecutable('java', environment);
  const candidates = [
    ...(home ? [join(home, 'bin', 'java')] : []),
    ...(onPath ? [onPath] : []),
    ...FOLDERS.flatMap(javasIn),
  ];
  return candidates.find(isNewEnough) ?? null;
}

function javasIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /java|jdk/.test(name));
    return names.map((name) => join(folder, name, 'bin', 'java')).filter(existsSync);
  } catch {
    return [];
  }
}

function isNewEnough(java: string): boolean {
  const { stderr } = spawnSync(java, ['-version'], {
    encoding: 'utf8',
    timeout: VERSION_TIMEOUT_MS,
  });
  const major = /version "(\d+)/.exec(stderr ?? '')?.[1];
  return Number(major) >= OLDEST_JAVA;
}
