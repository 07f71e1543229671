import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { expectVisible } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const WIDE = { viewport: { width: 1440, height: 900 } };
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('navigation', () => {
  it('the FAQ opens and closes by keyboard, and by a link to one answer', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/faq');
    const answer = page.getByText('A wooden box of 4 by 3 inches with three stacked stones');
    expect(await answer.isVisible()).toBe(false);
    await page.locator('#what summary').focus();
    await page.keyboard.press('Enter');
    await answer.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Space');
    await answer.waitFor({ state: 'hidden' });

    await page.goto('/faq#fair');
    await page.getByText('The fingerprint fits this code only').waitFor();
    await page.locator('#fair').getByRole('heading').waitFor();
    await page.goto('/terms');
    await page.getByRole('main').getByRole('link', { name: 'FAQ' }).click();
    await page.waitForURL('**/faq#fair');
    await page.getByText('The fingerprint fits this code only').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('each route change scrolls to the top and focuses the heading; a hash scrolls to its target', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/terms');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Risk Waiver' }).click();
    await page.waitForURL('**/risk-waiver');
    // The clicked link has the same text.
    const focused = "document.activeElement.tagName + ' ' + document.activeElement.textContent";
    await expect.poll(() => page.evaluate(focused)).toBe('H1 Risk Waiver');
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goto('/faq#refund');
    await page.locator('#refund').getByRole('link', { name: 'Terms of Service' }).click();
    await page.waitForURL('**/terms#refunds');
    const top = `Math.abs(document.getElementById('refunds')?.getBoundingClientRect().top ?? 999)`;
    await expect.poll(() => page.evaluate(top)).toBeLessThan(60);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('by keyboard alone: skip link, menu, and out of the menu again', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/about', { waitUntil: 'networkidle' });
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the content' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Hunts' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await menu.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('landmarks and headings are in order in the accessibility tree', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url, WIDE);
    await page.goto('/');
    await page.getByRole('heading', { name: 'The Porter Stash' }).waitFor();
    const tree = await page.locator('body').ariaSnapshot();
    const outline = tree.match(/^- \w+|^ {2}- (?:navigation|heading).*/gm);
    expect(outline?.map((line) => line.trim())).toEqual([
      '- link',
      '- banner',
      '- navigation "Main":',
      '- status',
      '- main',
      '- heading "Hunt for Treasure Worth Thousands" [level=1]',
      '- heading "Current Treasure Hunts" [level=2]',
      '- heading "How a hunt goes" [level=2]',
      '- heading "Where it can be, and where it never is" [level=2]',
      '- contentinfo',
      '- navigation "Footer":',
    ]);
    await page.goto('/hunts');
    await page
      .getByRole('button', { name: /^Join this hunt for/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Ready to Join the Hunt?' });
    expect((await dialog.ariaSnapshot()).match(/(?:heading|link|button) ".*"/g)).toEqual([
      'heading "Ready to Join the Hunt? The Vermont Troll Hunt"',
      'link "Sign up"',
      'link "Login"',
      'button "Cancel"',
    ]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a page that throws keeps the header, the footer and a way back', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url, WIDE);
    await page.route('**/assets/about-*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'Off the trail' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('contentinfo').waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expectVisible(page, 'Hunt for Treasure Worth Thousands');
    await page.unroute('**/assets/about-*.js');
    await page.goto('/about');
    await page.getByRole('heading', { name: 'About Cairn' }).waitFor();
    await visitor.close();
  });

  it('shows when the browser is offline or Cairn is unavailable, and recovers without a reload', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url, {
      ...WIDE,
      ownContext: true,
    });
    await page.clock.install();
    await page.route('**/api/products', (route) => route.abort());
    await page.goto('/');
    await expectVisible(page, 'You are offline. We try again by ourselves.');
    await expectAccessible(page);
    await page.unroute('**/api/products');
    // By its own timer, and not by an event of the browser.
    await page.clock.fastForward(10_000);
    await page.getByText('The Vermont Troll Hunt').first().waitFor();
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.route('**/api/products', (route) =>
      route.fulfill({ status: 503, json: { error: 'away', requestId: 'x' } }),
    );
    await page.reload();
    await expectVisible(page, 'Cairn cannot be reached just now. We try again by ourselves.');
    await visitor.close();
  });
});
