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
  tool('types of the servers', 'tsc', ['-p', '.', ...incremental('servers')]),
  tool('types of the web app', 'tsc', ['-p', 'web', ...incremental('web')]),
  tool('lint and format', 'biome', ['check', '--error-on-warnings']),
  tool('boundaries', 'depcruise', [
    ...['--config', '.dependency-cruiser.mjs'],
    ...['gateway', 'services', 'libs', 'web/src', 'infra', 'tests'],
  ]),
  tool('unused code', 'knip', ['--no-progress']),
  own('migrations', 'migration-check.ts'),
  own('SQL types', 'sql-types.ts', '--check'),
  own('supply chain', 'supply-chain-check.ts'),
  own('project rules', 'project-rules.ts'),
  own('Kubernetes manifests', 'k8s-check.ts'),
  own('workflows of GitHub', 'workflow-check.ts'),
  own('alert rules', 'alerts-check.ts'),
];

function tool(name: string, program: string, args: string[]): Check {
  return { name, command: binOf(program), args };
}

/** A program of this folder. */
function own(name: string, script: string, ...args: string[]): Check {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, script)];
  return { name, command: process.execPath, args: [...flags, ...args] };
}

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
