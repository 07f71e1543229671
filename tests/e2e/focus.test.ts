import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, openVisitor } from './browser.ts';
import { keyboardOf } from './keyboard.ts';
import { openAsStaff, site } from './staff.ts';

const executablePath = inject('chromiumPath');
/** WCAG 2.2, 2.5.8. */
const MIN_TARGET_PX = 24;
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('focus and targets', () => {
  it('the focused link of the blog has a visible focus ring', async () => {
    const { page, close } = await openVisitor(browser, site.url);
    await page.goto('/blog');
    const link = page.getByRole('article').getByRole('link');
    await keyboardOf(page).tabTo(link);
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    expect(await page.evaluate(outline)).toBe('solid');
    await close();
  });

  it('links of the user table are at least 24 px high', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    const links = page.getByRole('table', { name: 'Accounts' }).getByRole('link');
    await links.first().waitFor();
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    const heights = boxes.map((box) => box?.height ?? 0);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(MIN_TARGET_PX);
    await close();
  });

  it('every scrolling container of the back office is a named region in the tab order', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    await page.getByRole('region', { name: 'Accounts, scrolling table' }).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      if ((await tab.innerText()) === 'SQL') {
        await page.getByRole('region', { name: 'List of tables' }).waitFor();
      }
      const containers = await scrollingContainers(page);
      expect(containers.filter(({ isReachable }) => !isReachable)).toEqual([]);
    }
    await close();
  });
});

type Container = { html: string; isReachable: boolean };

/** The containers with CSS overflow scrolling, whether or not they overflow in this viewport. */
function scrollingContainers(page: Page): Promise<Container[]> {
  return page.evaluate(`[...document.querySelectorAll('main *')].flatMap((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (![overflowX, overflowY].some((each) => each === 'auto' || each === 'scroll')) return [];
    const isEditable = element.matches('textarea, select, [contenteditable="true"]');
    const isRegion = element.matches('section[aria-label], [role=region][aria-label]');
    return [{
      html: element.outerHTML.slice(0, 120),
      isReachable: isEditable || (isRegion && element.tabIndex === 0),
    }];
  })`);
}
