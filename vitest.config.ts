import { defineConfig } from 'vitest/config';

const IGNORED = ['**/node_modules/**', '**/dist/**', '.local/**'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{libs,services,gateway,web,infra}/**/*.test.{ts,tsx}'],
          exclude: [...IGNORED, '**/test/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['{libs,services,gateway}/**/test/**/*.test.ts'],
          exclude: IGNORED,
        },
      },
      {
        extends: true,
        test: {
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
          // One stack, one browser: files take turns.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
