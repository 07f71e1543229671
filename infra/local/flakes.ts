import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { runCommand } from './command.ts';
import { LOCAL, logFileOf } from './paths.ts';
import { runTask } from './task.ts';
import { failedTests } from './vitest-report.ts';

// npm run test:flakes -- --times 10 --load 2 [part]: repeats the tests and lists which failed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    load: { type: 'string', default: '2' },
  },
});
const times = Number(values.times);
const load = Number(values.load);
const BUSY = 'for (;;);';
const RESULTS = join(LOCAL, 'flakes.json');

await runTask(async ({ steps, signal }) => {
  /** Test name → the runs in which it failed. */
  const failures = new Map<string, number[]>();
  const busy = Array.from({ length: load }, () => new Worker(BUSY, { eval: true }));
  for (let run = 1; run <= times && !signal.aborted; run++) {
    const failed = await steps.run(`Run ${run} of ${times}`, () => runOnce(run, signal));
    for (const name of failed) failures.set(name, [...(failures.get(name) ?? []), run]);
    steps.say(`Run ${run}: ${failed.length === 0 ? 'no test failed' : `${failed.length} failed`}`);
  }
  await Promise.all(busy.map((worker) => worker.terminate()));
  for (const [name, runs] of failures) {
    steps.say(`${runs.length} of ${times} (${runs.join(', ')})  ${name}`);
  }
  steps.say(
    failures.size === 0 ? 'No test failed in any run.' : `${failures.size} failed at least once.`,
  );
  return failures.size > 0 ? 1 : 0;
});

/** The names of the tests that failed; a failure outside tests is named after the run's log. */
async function runOnce(run: number, signal: AbortSignal): Promise<string[]> {
  rmSync(RESULTS, { force: true });
  const logFile = logFileOf(LOCAL, `flakes-${run}`);
  const report = ['--reporter=json', `--outputFile.json=${RESULTS}`];
  const script = join(import.meta.dirname, 'test.ts');
  const isFailed = await runCommand(process.execPath, [script, ...positionals, ...report], {
    directory: join(LOCAL, '..'),
    environment: process.env,
    logFile,
    signal,
  }).then(
    () => false,
    () => true,
  );
  const names = existsSync(RESULTS) ? failedTests(readFileSync(RESULTS, 'utf8')) : [];
  return isFailed && names.length === 0 ? [`a failure outside tests: see ${logFile}`] : names;
}
