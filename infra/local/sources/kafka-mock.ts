import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InstallOptions, installPackages, whyNotInstall } from '../debian.ts';
import { baseEnvironment, findExecutable } from '../executables.ts';
import { answersKafka } from './kafka-probe.ts';
import {
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Source,
  type SourceContext,
} from './source.ts';

const SCRIPT = fileURLToPath(new URL('kafka-mock-run.ts', import.meta.url));
/** Its older name; Ubuntu and Debian had both. */
const PROGRAMS = ['kcat', 'kafkacat'];

/** Enough to look around: topics appear by use, and nothing outlives it. */
export const mockKafka: Source = {
  name: "librdkafka's mock (kcat)",
  serve: serveMock,
  warning:
    "this is no Kafka but librdkafka's mock. It keeps nothing: what was not worked on when Cairn stops is lost.",
};

async function serveMock(context: SourceContext): Promise<Outcome> {
  const program = await findOrInstallKcat(context);
  if (typeof program !== 'string') return program;
  const { stateDirectory, environment } = context;
  const directory = join(stateDirectory, 'kafka-mock');
  mkdirSync(directory, { recursive: true });
  const addressFile = join(directory, 'address');
  rmSync(addressFile, { force: true });
  await context.start({
    name: 'kafka',
    command: process.execPath,
    args: [SCRIPT, program, addressFile],
    environment: baseEnvironment(environment),
    directory,
    stopSignal: 'SIGTERM',
    stopOrder: INFRASTRUCTURE_STOP_ORDER,
    isReady: async () =>
      existsSync(addressFile) && answersKafka(portIn(readFileSync(addressFile, 'utf8'))),
  });
  return { address: readFileSync(addressFile, 'utf8') };
}

function portIn(address: string): number {
  return Number(address.split(':')[1]);
}

export async function findOrInstallKcat(
  context: InstallOptions,
): Promise<string | { unavailable: string }> {
  const found = findMock(context);
  if (found) return found;
  const obstacle = whyNotInstall(context.environment);
  if (obstacle) return { unavailable: `kcat is not on the PATH, and ${obstacle}` };
  await installPackages(['kcat'], context);
  return findMock(context) ?? { unavailable: 'the package kcat brought no kcat' };
}

function findMock({ environment }: InstallOptions): string | undefined {
  return PROGRAMS.flatMap((name) => findExecutable(name, environment) ?? [])[0];
}
