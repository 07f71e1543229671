import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const IGNORED = ['**/node_modules/**', '**/dist/**', '.local/**'];
/** One more than there are cores: these tests wait for servers and clocks more than they count. */
const WORKERS = availableParallelism() + 1;
/** Such groups run one after another; those of one group share the workers. */
const TOGETHER = { maxWorkers: WORKERS, sequence: { groupOrder: 0 } };
/** One stack, one browser: files take turns. */
const IN_TURN = { fileParallelism: false, sequence: { groupOrder: 1 } };

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
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: IGNORED,
          globalSetup: 'tests/e2e/global-setup.ts',
          ...IN_TURN,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // By `npm run resilience` only.
          name: 'resilience',
          include: ['tests/resilience/**/*.test.ts'],
          exclude: IGNORED,
          ...IN_TURN,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
