import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_WORKERS } from '../../infra/local/test-projects.ts';
import type { Site } from '../support/player.ts';
import type { Inside } from './inside.ts';
import { startTestStack, type TestStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
    inside: Inside;
    admin: { email: string; password: string };
    /** Empty without a browser: browser tests are skipped. */
    chromiumPath: string;
    /** WebSocket addresses of the running browsers, one for each worker. */
    browsers: string[];
  }
}

/** As root Chromium cannot use its sandbox; it only opens our own pages. */
const CHROMIUM_ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic'],
  '--disable-background-networking',
];

type Running = { stack: TestStack; browsers: BrowserServer[]; projects: number };

/** Vitest loads this file once for each browser project; both use one stack and its browsers. */
const shared = globalThis as typeof globalThis & { cairnBrowserTests?: Promise<Running> };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.cairnBrowserTests ??= start(process.env['CHROMIUM_PATH'] ?? '');
  const running = await shared.cairnBrowserTests;
  running.projects += 1;
  const { stack, browsers } = running;
  project.provide('site', stack.site);
  project.provide('inside', stack.inside);
  project.provide('admin', stack.admin);
  project.provide('chromiumPath', process.env['CHROMIUM_PATH'] ?? '');
  project.provide(
    'browsers',
    browsers.map((browser) => browser.wsEndpoint()),
  );
  return async () => {
    running.projects -= 1;
    if (running.projects > 0) return;
    await Promise.all(browsers.map((browser) => browser.close()));
    await stack.stop();
  };
}

async function start(executablePath: string): Promise<Running> {
  // The gateway counts limits by the address that a page's X-Forwarded-For names.
  const stack = await startTestStack({
    TRUSTED_PROXIES: '1',
    NODE_V8_COVERAGE: process.env['PROCESS_COVERAGE'],
  });
  const browsers: BrowserServer[] = [];
  while (executablePath && browsers.length < BROWSER_WORKERS) {
    browsers.push(await chromium.launchServer({ executablePath, args: CHROMIUM_ARGUMENTS }));
  }
  return { stack, browsers, projects: 0 };
}
