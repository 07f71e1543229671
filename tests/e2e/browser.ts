import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { noteAnswered, noteSent, parseBody } from '../support/used-data.ts';

// A string, since it runs in the page and uses globals that Node does not have.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** This worker's Chromium, which `global-setup` started; closing the result closes its contexts only. */
export async function connectBrowser(): Promise<Browser> {
  const browsers = inject('browsers');
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const endpoint = browsers[(worker - 1) % browsers.length];
  if (!endpoint) throw new Error('the tests run without a browser');
  return chromium.connect(endpoint);
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

type VisitorOptions = NonNullable<Parameters<Browser['newContext']>[0]> & { login?: KeptLogin };

/** A new context with an address of its own. */
export async function openVisitor(
  browser: Browser,
  baseUrl: string,
  { login, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    ...(login && { storageState: keep(login, baseUrl) }),
    ...options,
  });
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => faults.push(text));
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  noteWhatIsSent(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself logs failed requests there, which some tests provoke.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  });
  return {
    page,
    context,
    expectNoFaults: () => expect(faults).toEqual([]),
    close: () => context.close(),
  };
}

/** Records it for the end of the run, when every log is searched for it. */
function noteWhatIsSent(context: BrowserContext): void {
  context.on('request', (request) => noteSent(parseBody(request.postData() ?? '')));
  context.on('response', (response) => {
    if (response.request().method() === 'GET') return;
    // After a navigation there is nothing to read.
    void response.text().then(
      (text) => noteAnswered(parseBody(text)),
      () => {},
    );
  });
}

function keep({ token, user }: KeptLogin, baseUrl: string) {
  const localStorage = [{ name: 'token', value: token }];
  if (user) localStorage.push({ name: 'user', value: JSON.stringify(user) });
  return { cookies: [], origins: [{ origin: new URL(baseUrl).origin, localStorage }] };
}

const COUNT_TRANSITIONS =
  'document.getAnimations().filter((one) => one instanceof CSSTransition).length';

type Axe = { run(options: { resultTypes: string[] }): Promise<AxeResult> };
type AxeResult = { violations: { id: string; nodes: { target: string[] }[] }[] };

/** Runs axe on the page; asserts that it finds nothing and that the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // During a transition a colour may have too little contrast.
  await expect.poll(() => page.evaluate(COUNT_TRANSITIONS), { timeout: 15_000 }).toBe(0);
  // Evaluated, since the content security policy forbids an inline script tag.
  await page.evaluate(axe.source);
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
