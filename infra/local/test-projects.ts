/**
 * Browser test files that run at the same time, each in a worker with its own Chromium. On two cores a third
 * one uses the time in which the others wait for mails, timers and releases.
 */
export const BROWSER_WORKERS = 3;

/** Browser tests that need the stack for themselves; tests/README.md has the rules for the others. */
const SERIAL_BROWSER_TESTS = [
  // Suspends users, sends every request of the API, and reads every log.
  'access',
  // Sends requests of every kind to every route, as staff, too.
  'fuzz',
  // Adds charges and mails without a record, and compares the whole books.
  'trace',
  // Reads the metrics of every process.
  'metrics',
  // Leaves the seeded admin as the only one.
  'last-admin',
].map((name) => `tests/e2e/${name}.test.ts`);

/** Catalog's images forbid sharp to read SVG, in the whole process; the tiles are drawn from it. */
const TILES = 'infra/sandbox/src/tiles/*.test.ts';

const IGNORED = ['**/node_modules/**', '**/dist/**', '.local/**'];

/** The test files of each project of vitest.config.ts, as glob patterns. */
export const PROJECTS = {
  unit: {
    include: ['{libs,services,gateway,web,infra}/**/*.test.ts'],
    exclude: [...IGNORED, '**/test/**', 'infra/sandbox/**'],
  },
  /** Components of the web app, in a DOM without a browser. */
  web: { include: ['web/src/**/*.test.tsx'], exclude: IGNORED },
  component: {
    include: ['{libs,services,gateway,infra}/**/test/**/*.test.ts', 'infra/sandbox/**/*.test.ts'],
    exclude: [...IGNORED, TILES],
  },
  integration: { include: ['tests/integration/**/*.test.ts', TILES], exclude: IGNORED },
  browser: {
    include: ['tests/e2e/**/*.test.ts'],
    exclude: [...IGNORED, ...SERIAL_BROWSER_TESTS],
  },
  'browser-serial': { include: SERIAL_BROWSER_TESTS, exclude: IGNORED },
  resilience: { include: ['tests/resilience/**/*.test.ts'], exclude: IGNORED },
};

export type ProjectName = keyof typeof PROJECTS;
