import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { binOf, LOCAL, logFileOf, ROOT } from './paths.ts';
import type { Steps } from './steps.ts';
import { pathWithPinnedNode } from './web-build.ts';

export type CheckedLaw = { name: string; fault: string | null; seconds: number };

type LawCheck = { name: string; command: string; args: string[] };

const CHECKS: readonly LawCheck[] = [
  { name: 'types of the servers', command: binOf('tsc'), args: ['-p', '.'] },
  { name: 'types of the web app', command: binOf('tsc'), args: ['-p', 'web'] },
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
  { name: 'house rules', command: process.execPath, args: [join('infra', 'local', 'laws.ts')] },
];
/** Two cores are what we count on. */
const AT_ONCE = 2;

/** Checks every law and tells of each by name and time; what is wrong follows at the end. */
export async function checkLaws(steps: Steps, signal: AbortSignal): Promise<CheckedLaw[]> {
  const waiting = CHECKS.entries();
  const laws: CheckedLaw[] = [];
  const work = async () => {
    for (const [index, check] of waiting) {
      const law = await steps.run(`Checking ${check.name}`, () => checkLaw(check, signal), {
        isQuiet: true,
      });
      laws[index] = law;
      steps.say(`${law.fault === null ? '✓' : '✗'} ${law.name}  ${law.seconds.toFixed(1)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { name, fault } of laws) if (fault !== null) steps.say(`\n✗ ${name}\n${fault}\n`);
  return laws;
}

async function checkLaw({ name, command, args }: LawCheck, signal: AbortSignal) {
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
  return { name, fault, seconds: (performance.now() - startedAt) / 1000 };
}
