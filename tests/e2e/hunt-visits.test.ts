import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { createMember, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { fillLogin } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');

let browser: Browser;
let huntAdmin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

async function openWithClues(...titles: string[]): Promise<StaffHunt> {
  const hunt = await huntAdmin.openHunt();
  for (const title of titles) await huntAdmin.publish(hunt, title, new Date());
  return hunt;
}

/** The focused heading, while it is in view. */
function focusedHeading(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { tagName, textContent } = document.activeElement;
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    const isInView = tagName === 'H3' && top >= 0 && bottom <= innerHeight;
    return isInView ? textContent : '';
  })()`);
}

describe.skipIf(!executablePath)('visits of a hunt page', () => {
  it('a link to a clue leads through the login to that clue, below the newest one', async () => {
    const hunt = await openWithClues('The first', 'The second');
    const { email, password } = await createMember(site, hunt);
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    await page.goto(`/hunt/${hunt.handle}#clue-1`);
    await page.waitForURL('**/login');
    await fillLogin(page, email, password);
    await page.waitForURL(`**/hunt/${hunt.handle}#clue-1`);
    await expect.poll(() => focusedHeading(page)).toBe('Clue 1: The first');
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Clue 2: The second',
      'Clue 1: The first',
    ]);
    await page
      .getByRole('navigation', { name: 'All clues' })
      .getByRole('link', { name: 'Clue 2' })
      .press('Enter');
    await expect.poll(() => focusedHeading(page)).toBe('Clue 2: The second');
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('marks what came out since the last visit, and folds story and rules after the first', async () => {
    const hunt = await openWithClues('The first');
    const { token } = await createMember(site, hunt);
    const visitor = await openVisitor(browser, site.url, { login: { token } });
    const { page } = visitor;
    await page.goto(`/hunt/${hunt.handle}`);
    await page.getByText('Dig nothing.').waitFor();
    await page.getByText('It begins at the old mill.').waitFor();
    expect(await page.getByText('New since your visit').count()).toBe(0);
    await huntAdmin.publish(hunt, 'The second', new Date());
    await page.getByText('Something new has just come out').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Clue 2: The second' }).waitFor();
    expect(await page.getByText('Dig nothing.').isVisible()).toBe(false);
    expect(await page.getByText('New since your visit').count()).toBe(0);

    await page.goto('/dashboard');
    await huntAdmin.publish(hunt, 'The third', new Date());
    await page.goto(`/hunt/${hunt.handle}`);
    await page.getByText('New since your visit').first().waitFor();
    await page.getByRole('link', { name: 'Clue 3: The third' }).press('Enter');
    await expect.poll(() => focusedHeading(page)).toBe('Clue 3: The third');
    await page.getByText('Rules', { exact: true }).click();
    await page.getByText('Dig nothing.').waitFor();
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });
});
