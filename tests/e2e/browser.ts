import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

// As text, since it runs in the page, whose globals this program does not have.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** The Chromium that `npm test` found. As root it cannot have its own sandbox; it only meets our own pages. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Fails on whatever went wrong unseen: scripts, the console, the content security policy. */
  expectNoFaults(): void;
  close(): Promise<void>;
};

export async function openVisitor(
  browser: Browser,
  baseUrl: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  });
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => faults.push(text));
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused request is told there by the browser itself, and is what some tests ask for.
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

type AxeResult = { violations: { id: string; nodes: { target: string[] }[] }[] };

/** Runs axe on the page as it stands; it must find nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluation, not by a script tag: the content security policy holds here too.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (Reflect.get(globalThis, 'axe') as { run(): Promise<AxeResult> }).run(),
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found, page.url()).toEqual([]);
}
