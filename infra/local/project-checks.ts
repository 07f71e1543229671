import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { binOf, CACHE, LOCAL, logFileOf, ROOT } from './paths.ts';
import type { Steps } from './steps.ts';
import { pathWithPinnedNode } from './web-build.ts';

export type CheckResult = {
  name: string;
  fault: string | null;
  /** The line with which a check says that it did nothing on this machine. */
  skipped: string | undefined;
  seconds: number;
};

type Check = { name: string; command: string; args: string[] };

const CHECKS: readonly Check[] = [
  {
    name: 'types of the servers',
    command: binOf('tsc'),
    args: ['-p', '.', ...incremental('servers')],
  },
  {
    name: 'types of the web app',
    command: binOf('tsc'),
    args: ['-p', 'web', ...incremental('web')],
  },
  { name: 'lint and format', command: binOf('biome'), args: ['check', '--error-on-warnings'] },
  {
    name: 'boundaries',
    command: binOf('depcruise'),
    args: [
      ...['--config', '.dependency-cruiser.mjs'],
      ...['gateway', 'services', 'libs', 'web/src', 'infra', 'tests'],
    ],
  },
  { name: 'unused code', command: binOf('knip'), args: ['--no-progress'] },
  {
    name: 'migrations',
    command: process.execPath,
    args: [join('infra', 'local', 'migration-check.ts')],
  },
  {
    name: 'SQL types',
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      join('infra', 'local', 'sql-types.ts'),
      '--check',
    ],
  },
  {
    name: 'supply chain',
    command: process.execPath,
    args: [join('infra', 'local', 'supply-chain-check.ts')],
  },
  {
    name: 'project rules',
    command: process.execPath,
    args: [join('infra', 'local', 'project-rules.ts')],
  },
  {
    name: 'Kubernetes manifests',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join('infra', 'local', 'k8s-check.ts')],
  },
];

/** A repeated check reads only what has changed. */
function incremental(name: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', join(CACHE, 'types', `${name}.tsbuildinfo`)];
}

/** The slowest supported machine has two cores. */
const CONCURRENCY = 2;

/** Runs all checks and prints each with its time; the errors follow at the end. */
export async function runChecks(steps: Steps, signal: AbortSignal): Promise<CheckResult[]> {
  const waiting = CHECKS.entries();
  const results: CheckResult[] = [];
  const work = async () => {
    for (const [index, check] of waiting) {
      const result = await steps.run(`Checking ${check.name}`, () => runCheck(check, signal), {
        isQuiet: true,
      });
      results[index] = result;
      steps.say(
        `${result.fault === null ? '✓' : '✗'} ${result.name}  ${result.seconds.toFixed(1)} s${result.skipped ? `  ${result.skipped}` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const { name, fault } of results) if (fault !== null) steps.say(`\n✗ ${name}\n${fault}\n`);
  return results;
}

async function runCheck({ name, command, args }: Check, signal: AbortSignal) {
  const startedAt = performance.now();
  const logFile = logFileOf(LOCAL, `check-${name.replaceAll(' ', '-')}`);
  const fault = await runCommand(command, args, {
    directory: ROOT,
    environment: { ...process.env, PATH: pathWithPinnedNode(process.env), NO_COLOR: '1' },
    logFile,
    signal,
  }).then(
    () => null,
    (error: Error) => readFileSync(logFile, 'utf8').trim() || error.message,
  );
  signal.throwIfAborted();
  const skipped = /^SKIPPED: .*/m.exec(readFileSync(logFile, 'utf8'))?.[0];
  return { name, fault, skipped, seconds: (performance.now() - startedAt) / 1000 };
}
