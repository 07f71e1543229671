import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BROWSER_WORKERS, PROJECTS, type ProjectName } from './infra/local/test-projects.ts';

/** Two more than there are cores: these tests wait for servers and clocks more than they compute. */
const WORKERS = availableParallelism() + 2;
/** Such groups run one after another; those of one group share the workers. */
const TOGETHER = { maxWorkers: WORKERS, sequence: { groupOrder: 0 } };
/** Files that run one after another, in groups that follow those above. */
const inTurn = (groupOrder: number) => ({ fileParallelism: false, sequence: { groupOrder } });
/** One stack for both browser projects, which start it together. */
const BROWSER = {
  globalSetup: 'tests/e2e/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const named = (name: ProjectName) => ({ name, ...PROJECTS[name] });

export default defineConfig({
  test: {
    // Only a test that hangs exceeds these: a busy machine is slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One second by default, in which a page on a busy machine has drawn nothing yet.
    expect: { poll: { timeout: 15_000 } },
    // By `npm run coverage` only.
    coverage: {
      provider: 'v8',
      reporter: ['json'],
      reportOnFailure: true,
      include: ['{gateway,libs,services,web,infra/sandbox}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', '**/test/**', 'libs/testing/**', 'web/*.ts'],
    },
    projects: [
      {
        extends: true,
        test: {
          ...TOGETHER,
          ...named('unit'),
          // Nothing real, so nothing to keep apart: a process for each file costs more than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          ...named('web'),
          environment: 'happy-dom',
          setupFiles: 'web/src/testing/async-timeout.ts',
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          ...named('component'),
          // Each file closes what it opens and stubs nothing global; imports took a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          ...named('integration'),
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          ...named('browser'),
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
          ...named('browser-serial'),
          ...inTurn(2),
        },
      },
      {
        extends: true,
        test: {
          // By `npm run resilience` only.
          ...named('resilience'),
          ...inTurn(3),
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
