import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BROWSER_WORKERS } from './tests/e2e/workers.ts';

const IGNORED = ['**/node_modules/**', '**/dist/**', '.local/**'];
/** One more than there are cores: these tests wait for servers and clocks more than they count. */
const WORKERS = availableParallelism() + 1;
/** Such groups run one after another; those of one group share the workers. */
const TOGETHER = { maxWorkers: WORKERS, sequence: { groupOrder: 0 } };
/** Files that run one after another, in groups that follow those above. */
const inTurn = (groupOrder: number) => ({ fileParallelism: false, sequence: { groupOrder } });
/** One stack for both browser projects, which start it together. */
const BROWSER = {
  globalSetup: 'tests/e2e/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
};
/** Browser tests that need the stack for themselves; tests/README.md has the rules for the others. */
const SERIAL_BROWSER_TESTS = [
  // Suspends users, sends every request of the API, and reads every log.
  'access',
  // Adds charges and mails without a record, and compares the whole books.
  'trace',
  // Reads the metrics of every process.
  'metrics',
  // Leaves the seeded admin as the only one.
  'last-admin',
].map((name) => `tests/e2e/${name}.test.ts`);

export default defineConfig({
  test: {
    // Patience, not a promise: a busy machine is slow, and only a test that hangs is red for it.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One second by default, in which a page on a busy machine has drawn nothing yet.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: 'unit',
          // Nothing real, so nothing to keep apart: a process for each file costs more than the tests.
          isolate: false,
          include: ['{libs,services,gateway,web,infra}/**/*.test.{ts,tsx}'],
          exclude: [...IGNORED, '**/test/**', 'infra/sandbox/**'],
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: 'component',
          include: ['{libs,services,gateway}/**/test/**/*.test.ts', 'infra/sandbox/**/*.test.ts'],
          exclude: IGNORED,
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: IGNORED,
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...IGNORED, ...SERIAL_BROWSER_TESTS],
          maxWorkers: BROWSER_WORKERS,
          sequence: { groupOrder: 1 },
          // A worker imports Playwright and axe once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          name: 'browser-serial',
          include: SERIAL_BROWSER_TESTS,
          exclude: IGNORED,
          ...inTurn(2),
        },
      },
      {
        extends: true,
        test: {
          // By `npm run resilience` only.
          name: 'resilience',
          include: ['tests/resilience/**/*.test.ts'],
          exclude: IGNORED,
          ...inTurn(3),
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
