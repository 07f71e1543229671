import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import {
  type ContextOptions,
  discardContext,
  giveBack,
  takeContext,
  type VisitorContext,
} from './visitor-context.ts';

export { closeVisitors } from './visitor-context.ts';

/** The minified build: the other one is more than twice as large. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The connection of this worker, whose modules keep their state between files. */
let connection: Promise<Browser> | undefined;

/** This worker's Chromium, which `global-setup` started. */
export function connectBrowser(): Promise<Browser> {
  const browsers = inject('browsers');
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const endpoint = browsers[(worker - 1) % browsers.length];
  if (!endpoint) throw new Error('the tests run without a browser');
  connection ??= chromium.connect(endpoint);
  return connection;
}

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Fails on script errors, console errors and violations of the content security policy. */
  expectNoFaults(): void;
  close(): Promise<void>;
};

/** The storage of a logged-in browser; the login form has its own test. */
export type KeptLogin = { token: string; user?: unknown };

export type VisitorOptions = Pick<ContextOptions, 'hasTouch' | 'permissions'> & {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  login?: KeptLogin;
  /** For a test that sets the clock, which lasts as long as the context, or that needs an empty HTTP cache. */
  ownContext?: boolean;
};

const PHONE = { width: 360, height: 740 };

/** A visitor with an address and a storage of their own, in a context that earlier ones may have used. */
export async function openVisitor(
  browser: Browser,
  baseUrl: string,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { login, viewport = PHONE, colorScheme = 'light', ownContext = false, ...fixed } = options;
  const taken = await takeContext(browser, baseUrl, fixed, { isNew: ownContext });
  const { page, context, faults } = taken;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' });
  await store(taken, login);
  return {
    page,
    context,
    expectNoFaults: () => expect(faults).toEqual([]),
    close: () => (ownContext ? discardContext(taken) : giveBack(taken)),
  };
}

async function store({ page }: VisitorContext, login?: KeptLogin): Promise<void> {
  const items: [string, string][] = login ? [['token', login.token]] : [];
  if (login?.user) items.push(['user', JSON.stringify(login.user)]);
  await page.evaluate((kept) => {
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  }, items);
}

const COUNT_TRANSITIONS =
  'document.getAnimations().filter((one) => one instanceof CSSTransition).length';

type Axe = { run(options: { resultTypes: string[] }): Promise<AxeResult> };
type AxeResult = { violations: { id: string; nodes: { target: string[] }[] }[] };

/** Runs axe on the page; asserts that it finds nothing and that the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // During a transition a colour may have too little contrast.
  await expect.poll(() => page.evaluate(COUNT_TRANSITIONS)).toBe(0);
  // Evaluated, since the content security policy forbids an inline script tag.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (Reflect.get(globalThis, 'axe') as Axe).run({ resultTypes: ['violations'] }),
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found, page.url()).toEqual([]);
  expect(await overflowOf(page), page.url()).toBeLessThanOrEqual(0);
}

/** How far the page can be scrolled to the side. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
