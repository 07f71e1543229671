import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import type { Endpoints } from './endpoints.ts';
import { CACHE, LOCAL, logFileOf } from './paths.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';
import { pathWithPinnedNode } from './web-build.ts';
import { withStack } from './with-stack.ts';

// `npm run lighthouse [-- endpoints.json]`: the mobile preset on four pages, five runs each, on a
// running Cairn or else on one started for this. Scores are unreliable on a busy machine.
// Its 114 packages are installed on first use and are not a dependency of this project.
const VERSION = '13.5.0';
const HOME = join(CACHE, `lighthouse-${VERSION}`);
const COMMAND = join(HOME, 'node_modules', 'lighthouse', 'cli', 'index.js');
const REPORTS = join(LOCAL, 'lighthouse');

const PAGES = ['/', '/hunts', '/login', '/blog'];
const RUNS = 5;
/** Minimum of each median. */
const MINIMUM_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

type Category = keyof typeof MINIMUM_SCORES;
type Report = { categories: Record<Category, { score: number | null }> };

const CATEGORIES = Object.keys(MINIMUM_SCORES) as Category[];
const steps = createSteps();
const { signal } = listenForStop(steps.say);
const environment = { ...process.env, PATH: pathWithPinnedNode(process.env) };

try {
  await withStack(process.argv[2], auditPages, { steps, signal });
} catch (error) {
  steps.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
process.exit();

async function auditPages(endpointsPath: string): Promise<void> {
  const chromium = await findOrInstallChromium({ environment: process.env, steps, signal });
  if (typeof chromium !== 'string') throw new Error(chromium.unavailable);
  await fetchLighthouse();
  await mkdir(REPORTS, { recursive: true });
  const { gateway } = JSON.parse(readFileSync(endpointsPath, 'utf8')) as Endpoints;
  for (const path of PAGES) {
    const reports: Report[] = [];
    const load = loadavg()[0] ?? 0;
    await steps.run(`Lighthouse on ${path}`, async (detail) => {
      for (let run = 1; run <= RUNS; run += 1) {
        detail(`${run} of ${RUNS}`);
        reports.push(await audit(gateway + path, chromium));
      }
    });
    printScores(path, reports, load);
  }
}

async function fetchLighthouse(): Promise<void> {
  if (existsSync(COMMAND)) return;
  await mkdir(HOME, { recursive: true });
  await writeFile(join(HOME, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${VERSION}`];
  await steps.run('Fetching Lighthouse', () =>
    runCommand('npm', args, {
      directory: HOME,
      environment,
      logFile: logFileOf(LOCAL, 'lighthouse-install'),
      signal,
    }),
  );
}

async function audit(url: string, chromium: string): Promise<Report> {
  const file = join(REPORTS, `${new URL(url).pathname.replaceAll('/', '-')}.json`);
  const args = [
    COMMAND,
    url,
    '--quiet',
    `--only-categories=${CATEGORIES.join()}`,
    '--output=json',
    `--output-path=${file}`,
    // Chromium's sandbox does not work as root; it opens only our own pages.
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ];
  await runCommand(process.execPath, args, {
    directory: REPORTS,
    environment: { ...environment, CHROME_PATH: chromium },
    logFile: logFileOf(LOCAL, 'lighthouse'),
    signal,
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** Prints the medians of a page and the machine's load; a low score fails the command. */
function printScores(path: string, reports: Report[], load: number): void {
  const scores = CATEGORIES.map((category) => {
    const all = reports.map(({ categories }) =>
      Math.round((categories[category].score ?? 0) * 100),
    );
    const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    if (median < MINIMUM_SCORES[category]) process.exitCode = 1;
    return `${category} ${median} (${all.join(' ')})`;
  });
  steps.say(`${path}  load ${load.toFixed(1)}\n  ${scores.join('\n  ')}`);
}
