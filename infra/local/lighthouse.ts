import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { requireChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import type { Endpoints } from './endpoints.ts';
import { CACHE, LOCAL, logFileOf } from './paths.ts';
import { runTask, type Task } from './task.ts';
import { pathWithPinnedNode } from './web-build.ts';
import { withStack } from './with-stack.ts';

// `npm run lighthouse [-- endpoints.json]`: the mobile preset on the public pages, five runs each, on a
// running Cairn or else on one started for this. Scores are unreliable on a busy machine.
// Its 114 packages are installed on first use and are not a dependency of this project.
const VERSION = '13.5.0';
const HOME = join(CACHE, `lighthouse-${VERSION}`);
const COMMAND = join(HOME, 'node_modules', 'lighthouse', 'cli', 'index.js');
const REPORTS = join(LOCAL, 'lighthouse');

const PAGES = [
  ...['/', '/hunts', '/hunts/vt-troll-hunt', '/about', '/faq', '/blog', '/blog/post', '/contact'],
  ...['/login', '/signup', '/terms', '/privacy', '/risk-waiver'],
];
const RUNS = 5;
/** Minimum of each median. */
const MINIMUM_SCORES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };

type Category = keyof typeof MINIMUM_SCORES;
type Report = { categories: Record<Category, { score: number | null }> };

const CATEGORIES = Object.keys(MINIMUM_SCORES) as Category[];
const environment = { ...process.env, PATH: pathWithPinnedNode(process.env) };

/** A low score fails the command. */
let code = 0;
await runTask(async (task) => {
  await withStack(process.argv[2], task, (endpointsPath) => auditPages(endpointsPath, task));
  return code;
});

async function auditPages(endpointsPath: string, task: Task): Promise<void> {
  const { steps, signal } = task;
  const chromium = await requireChromium(task);
  await fetchLighthouse(task);
  await mkdir(REPORTS, { recursive: true });
  const { gateway } = JSON.parse(readFileSync(endpointsPath, 'utf8')) as Endpoints;
  for (const path of PAGES) {
    const reports: Report[] = [];
    const load = loadavg()[0] ?? 0;
    await steps.run(`Lighthouse on ${path}`, async (detail) => {
      for (let number = 1; number <= RUNS; number += 1) {
        detail(`${number} of ${RUNS}`);
        // A trace without its start (NO_NAVSTART) is rare; Lighthouse asks for another run.
        const run = () => audit(gateway + path, chromium, signal);
        reports.push(await run().catch(run));
      }
    });
    const scores = CATEGORIES.map((category) => `\n  ${rate(category, reports)}`).join('');
    steps.say(`${path}  load ${load.toFixed(1)}${scores}`);
  }
}

async function fetchLighthouse({ steps, signal }: Task): Promise<void> {
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

async function audit(url: string, chromium: string, signal: AbortSignal): Promise<Report> {
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

function rate(category: Category, reports: Report[]): string {
  const scores = reports.map(({ categories }) =>
    Math.round((categories[category].score ?? 0) * 100),
  );
  const median = scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
  if (median < MINIMUM_SCORES[category]) code = 1;
  return `${category} ${median} (${scores.join(' ')})`;
}
