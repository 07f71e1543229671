import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type CoverageMapData,
  createCoverageMap,
  createCoverageSummary,
} from '@vitest/istanbul-lib-coverage';
import { runCommand } from './command.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { processCoverage } from './process-coverage.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';

// npm run coverage -- [part]: which lines and branches the tests run, in the test processes and in
// every process of the browser tests' stack. There is no threshold.

const DIRECTORY = join(LOCAL, 'coverage');
const OF_PROCESSES = join(DIRECTORY, 'processes');
/** Vitest empties it. */
const OF_TESTS = join(DIRECTORY, 'tests');

const steps = createSteps();
const stop = listenForStop(steps.say);
rmSync(DIRECTORY, { recursive: true, force: true });
mkdirSync(OF_PROCESSES, { recursive: true });
await steps
  .run('Running the tests', () => runTests(process.argv.slice(2)))
  .catch(() => {
    stop.signal.throwIfAborted();
    steps.say(`Tests failed: ${logFileOf(LOCAL, 'coverage')}`);
  });
const map = createCoverageMap(readTestCoverage());
map.merge(await steps.run('Merging', () => processCoverage(OF_PROCESSES)));
for (const line of table()) steps.say(line);
process.exit(0);

function runTests(filters: string[]): Promise<void> {
  const coverage = ['--coverage.enabled', `--coverage.reportsDirectory=${OF_TESTS}`];
  const script = join(import.meta.dirname, 'test.ts');
  return runCommand(process.execPath, [script, ...filters, ...coverage], {
    directory: ROOT,
    environment: { ...process.env, PROCESS_COVERAGE: OF_PROCESSES },
    logFile: logFileOf(LOCAL, 'coverage'),
    signal: stop.signal,
  });
}

function readTestCoverage(): CoverageMapData {
  const file = join(OF_TESTS, 'coverage-final.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Covered and all lines and branches of each package. */
function table(): string[] {
  const byPackage = Map.groupBy(map.files(), packageOf);
  return [...byPackage].toSorted().map(([name, files]) => {
    const summary = createCoverageSummary();
    for (const file of files) summary.merge(map.fileCoverageFor(file).toSummary());
    const { lines, branches } = summary.toJSON();
    return `${name.padEnd(24)} lines ${share(lines)}   branches ${share(branches)}`;
  });
}

/** `gateway`, `web` or a folder such as `libs/events`. */
function packageOf(file: string): string {
  const [first = '', second = ''] = relative(ROOT, file).split(sep);
  return second === 'src' ? first : `${first}/${second}`;
}

function share({ covered, total }: { covered: number; total: number }): string {
  const percent = total === 0 ? 100 : (100 * covered) / total;
  return `${percent.toFixed(1).padStart(5)} % (${covered} of ${total})`;
}
