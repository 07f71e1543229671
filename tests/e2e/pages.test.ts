import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer } from '../support/player.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  overflowOf,
  type Visitor,
} from './browser.ts';
import { PUBLIC_PAGES, TEXT_PAGES } from './site-pages.ts';
import { expectVisible } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const SMALL = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };
/** The viewport of 1280 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
  // One browser page for all, since opening a window for each would take most of the time.
  visitor = await openVisitor(browser, site.url);
  page = visitor.page;
});

afterAll(closeVisitors);

async function show(viewport: typeof SMALL, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

describe.skipIf(!executablePath)('every page, in a browser', () => {
  it.each([...PUBLIC_PAGES, { path: '/no/such/page' }])(
    '$path is whole, small and bright, wide and dark, and zoomed to 400 %',
    async ({ path }) => {
      await show(SMALL, 'light');
      await page.goto(path);
      await expectWhole(page);
      expect(await countHeadTags(page)).toEqual([1, 1, 1]);
      await expectAccessible(page);
      await show(WIDE, 'dark');
      await expectAccessible(page);
      await show(ZOOMED, 'dark');
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      visitor.expectNoFaults();
    },
  );

  it('is readable without JavaScript', async () => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const plain = await context.newPage();
    for (const path of READABLE) {
      await plain.goto(path);
      await plain.getByRole('heading', { level: 1 }).waitFor();
      expect((await plain.getByRole('main').innerText()).length, path).toBeGreaterThan(40);
      await expectVisible(plain, 'Login');
    }
    await context.close();
  });

  it('without a login each text page ends with a link to sign up', async () => {
    await show(WIDE, 'dark');
    for (const { path, heading, button } of TEXT_PAGES) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      const link = page.getByRole('main').getByRole('link', { name: button, exact: true });
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe('/signup');
    }
    visitor.expectNoFaults();
  });

  it('with a token the buttons link to the dashboard from the first paint', async () => {
    const player = await createPlayer(site);
    const { page, context, ...member } = await openVisitor(browser, site.url, { viewport: WIDE });
    const script = await context.addInitScript(`
      localStorage.setItem('token', ${JSON.stringify(player.token)});
      new MutationObserver(() => {
        // Nothing is painted before the styles load; base.css removes the body's margin.
        if (!document.body || getComputedStyle(document.body).marginTop !== '0px') return;
        for (const link of document.querySelectorAll('main a, header a')) {
          const isShown = getComputedStyle(link).visibility === 'visible';
          if (isShown && /Join the hunt|Login|Signup/.test(link.textContent)) window.hasFlashed = true;
        }
      }).observe(document, { subtree: true, childList: true, attributes: true });
    `);
    for (const path of ['/', ...TEXT_PAGES.map((each) => each.path)]) {
      await page.goto(path);
      const link = page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' });
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe('/dashboard');
      await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).waitFor();
      expect(await page.evaluate('window.hasFlashed')).toBeUndefined();
    }
    member.expectNoFaults();
    await script.dispose();
    await member.close();
  });

  it('the legal texts show their last update and their terms', async () => {
    for (const path of ['/terms', '/risk-waiver']) {
      await page.goto(path);
      await expectVisible(page, 'Last updated 4/13/2025');
    }
    await page.goto('/terms');
    const terms = await page.getByRole('main').innerText();
    for (const rule of [
      'within 3 miles of a paved road',
      'never on an island and never on private property',
      'no climbing, no digging and no swimming',
      'It grows as more people join',
      'about once a week',
    ])
      expect(terms).toContain(rule);
  });

  it('the blog links from its one post to the hunts', async () => {
    await page.goto('/blog');
    for (const text of ['April 13, 2025', 'Adventure']) await expectVisible(page, text);
    await page.getByRole('link', { name: 'The Art of Treasure Hunting' }).click();
    await page.waitForURL('**/blog/post');
    for (const topic of [/^Research/, /^Field equipment/, /^Mindset/, /^Community/])
      await page.getByRole('heading', { level: 2, name: topic }).waitFor();
    await page.getByRole('link', { name: 'Explore Our Current Hunts' }).click();
    await page.waitForURL('**/hunts');
    visitor.expectNoFaults();
  });
});

const READABLE = [
  '/',
  '/about',
  '/terms',
  '/faq',
  '/blog',
  '/blog/post',
  '/login',
  '/contact',
] as const;

/** Waits until the page is hydrated and its data has loaded. */
async function expectWhole(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('.until-known').count()).toBe(0);
  await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
}

/** Each tag must occur once: hydration takes over the prerendered tags. */
function countHeadTags(page: Page): Promise<number[]> {
  const selectors = ['head title', 'head link[rel=canonical]', 'head meta[name=description]'];
  return Promise.all(selectors.map((selector) => page.locator(selector).count()));
}
