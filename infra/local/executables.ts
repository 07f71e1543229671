import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { TEST_RUN } from './started-processes.ts';

/** The full path of a program, or null if it is not on the PATH. */
export function findExecutable(name: string, environment: NodeJS.ProcessEnv): string | null {
  if (isAbsolute(name)) return isExecutable(name) ? name : null;
  const folders = [...(environment['PATH'] ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  const found = folders.filter(Boolean).find((folder) => isExecutable(join(folder, name)));
  return found ? join(found, name) : null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the output of a program with this argument names at least this version. */
export function isVersionAtLeast(
  program: string,
  [major, minor]: readonly [major: number, minor: number],
  argument = '--version',
): boolean {
  const { stdout } = spawnSync(program, [argument], { encoding: 'utf8', timeout: 10_000 });
  const found =
    /(\d+)\.(\d+)/
      .exec(stdout ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const [foundMajor = 0, foundMinor = 0] = found;
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

/** Variables that any program needs. */
export function baseEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
  return Object.fromEntries(
    [...names, TEST_RUN].flatMap((name) => {
      const value = environment[name];
      return value ? [[name, value]] : [];
    }),
  );
}
