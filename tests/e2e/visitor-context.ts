import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newAddress } from '../support/addresses.ts';
import { noteAnswered, noteSent, parseBody } from '../support/used-data.ts';

// A string, since it runs in the page and uses globals that Node does not have.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;
/** A page of the site's origin without scripts. */
const BLANK_PAGE = '/robots.txt';
/** As `expect.poll` in vitest.config.ts: only a page that hangs exceeds it. */
const TIMEOUT_MS = 60_000;
const TEST_LISTENERS = ['console', 'pageerror', 'request', 'requestfailed', 'response'] as const;

/** Options of a context that its page cannot change later. */
export type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/**
 * A context with one page, which visitors use one after another: opening a window, starting a
 * renderer and loading the scripts without a cache take four times as long as a page of an open one.
 */
export type VisitorContext = {
  /** Only visitors with equal options share a context. */
  key: string;
  context: BrowserContext;
  page: Page;
  faults: string[];
};

const unused: VisitorContext[] = [];
const used = new Set<VisitorContext>();

export async function takeContext(
  browser: Browser,
  baseUrl: string,
  options: ContextOptions,
  { isNew }: { isNew: boolean },
): Promise<VisitorContext> {
  const key = JSON.stringify([baseUrl, options]);
  const index = isNew ? -1 : unused.findIndex((each) => each.key === key);
  const [kept] = index < 0 ? [] : unused.splice(index, 1);
  const taken = kept ?? (await createContext(browser, { ...options, baseURL: baseUrl }, key));
  used.add(taken);
  taken.faults = [];
  watchFaults(taken);
  await taken.context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
  return taken;
}

async function createContext(
  browser: Browser,
  options: ContextOptions,
  key: string,
): Promise<VisitorContext> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const created: VisitorContext = { key, context, page, faults: [] };
  await context.exposeFunction('reportViolation', (text: string) => created.faults.push(text));
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  noteWhatIsSent(context);
  await page.goto(BLANK_PAGE);
  return created;
}

/** Ends what a visitor has changed, except for the HTTP cache, and keeps the context for the next one. */
export async function giveBack(taken: VisitorContext): Promise<void> {
  const { context, page } = taken;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of TEST_LISTENERS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  await page.goto(BLANK_PAGE);
  await page.evaluate(() => sessionStorage.clear());
  if (!(await page.evaluate(() => /native code/.test(String(Date))))) {
    throw new Error('A clock stays set in a context: open the visitor with `ownContext`.');
  }
  used.delete(taken);
  unused.push(taken);
}

export async function discardContext(taken: VisitorContext): Promise<void> {
  used.delete(taken);
  await taken.context.close();
}

/** After the tests of a file: those that failed have not closed their visitors. */
export async function closeVisitors(): Promise<void> {
  await Promise.all([...used].map(discardContext));
}

function watchFaults(taken: VisitorContext): void {
  const { page, faults } = taken;
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself logs failed requests there, which some tests provoke.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  });
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
