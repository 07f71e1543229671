import { writeFileSync } from 'node:fs';
import type { UserConsoleLog } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Test counts, written to TEST_SUMMARY_FILE. */
export type TestSummary = { passed: number; failed: number; skipped: number };

/** Counts as failed: tests, files that do not load, errors outside tests, and files with console output. */
export default class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;
  readonly #noisyFiles = new Set<string>();

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const file = log.taskId ? this.#vitest?.state.idMap.get(log.taskId)?.file.name : undefined;
    this.#noisyFiles.add(file ?? 'unknown file');
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const summary: TestSummary = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) addModule(module, summary);
    for (const file of this.#noisyFiles) console.error(`✗ ${file} writes to the console`);
    summary.failed += this.#noisyFiles.size;
    const file = process.env['TEST_SUMMARY_FILE'];
    if (file) writeFileSync(file, JSON.stringify(summary));
  }
}

function addModule(module: TestModule, summary: TestSummary): void {
  let failedTests = 0;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') summary.passed++;
    else if (state === 'failed') failedTests++;
    else summary.skipped++;
  }
  // A file that does not load, or a failing hook, has no failed test.
  const isBroken = module.state() === 'failed' && failedTests === 0;
  summary.failed += failedTests + (isBroken ? 1 : 0);
}
