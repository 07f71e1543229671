import { randomUUID } from 'node:crypto';
import { getMessagesOverview } from '@cairn/contracts/http/staff-overview.ts';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible, overflowOf } from './browser.ts';
import { api, openAsStaff, site, uniqueName } from './staff.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the overview of the back office', () => {
  it('is a link beside the Admin Dashboard, and its numbers lead to their lists by keyboard', async () => {
    const email = await buy();
    const visitor = await openAsStaff(browser, '/dashboard');
    const { page } = visitor;
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByLabel('Period').selectOption('1');
    await page.waitForURL('**/admin/overview?days=1');
    await page.locator('.recharts-line').nth(2).waitFor({ state: 'attached' });
    await expectAccessible(page);
    await page.getByText('Members as a table').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Members' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Sales', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin?tab=purchases&status=accepted&from=*&to=*');
    await expectListed(page, email);
    await page.goBack();
    await page.getByRole('link', { name: 'New accounts' }).click();
    await page.waitForURL('**/admin?from=*&to=*');
    await expectListed(page, email);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    const visitor = await openAsStaff(browser, '/admin/overview', {
      viewport: { width: 360, height: 740 },
      colorScheme,
    });
    const { page } = visitor;
    await page.locator('.recharts-line').nth(2).waitFor({ state: 'attached' });
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('shows an error for the service that does not answer, until it answers', async () => {
    const { page, close } = await openAsStaff(browser, '/dashboard');
    await page.route('**/api/admin/overview/payments?**', (route) => route.abort());
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Failed to fetch the payments').waitFor();
    await page.getByRole('link', { name: 'New accounts' }).waitFor();
    await page.unroute('**/api/admin/overview/payments?**');
    await page.getByRole('link', { name: 'Sales', exact: true }).waitFor();
    await close();
  });
});

describe.skipIf(!executablePath)('counts on the tabs', () => {
  it('follow what waits for staff, outside the names of the tabs', async () => {
    const writer = uniqueName('Writer');
    const email = `${randomUUID()}@example.com`;
    const sent = await createClient(site.url, newAddress()).post('/api/contact', {
      ...{ name: writer, email, message: 'Is it far?' },
    });
    expect(sent.status).toBe(200);
    const { page, close } = await openAsStaff(browser, `/admin?tab=messages&search=${email}`);
    await expect.poll(() => countOfMessages(page)).toBeGreaterThan(0);
    const answered = countsAfterChange(page);
    await page.getByRole('button', { name: `Close: ${writer}` }).click();
    await page.getByText('The message is closed.').waitFor();
    // Other files write and answer messages concurrently.
    await expect.poll(async () => answered.has(await countOfMessages(page))).toBe(true);
    await close();
  });
});

/** By a search, because other files add rows at the same time. */
async function expectListed(page: Page, email: string): Promise<void> {
  await page.getByLabel('Search').fill(email);
  await page.getByRole('table').getByRole('link', { name: email }).waitFor();
}

async function buy(): Promise<string> {
  const player = await createPlayer(site);
  const product = await findProduct(api, 'vt-troll-hunt');
  const intentId = await pay(site, player, product);
  expect((await recordPurchase(player, product, intentId)).status).toBe(200);
  return player.email;
}

/** 0 without a count. */
async function countOfMessages(page: Page): Promise<number> {
  const tab = page.getByRole('tab', { name: 'Messages', exact: true });
  return Number((await tab.innerText()).replace(/\D/g, ''));
}

/** The counts of open messages that the server answers to requests after the first change by the page. */
function countsAfterChange(page: Page): Set<number> {
  const counts = new Set<number>();
  let isChanged = false;
  const readCount = async (request: Request) => {
    const response = await request.response();
    const { open_messages } = getMessagesOverview.answer.parse(await response?.json());
    counts.add(open_messages.count);
  };
  page.on('request', (request) => {
    isChanged ||= request.method() === 'PATCH';
    const isOverview = request.url().includes('/api/admin/overview/messages?');
    // A request may end with the page.
    if (isChanged && isOverview) readCount(request).catch(() => {});
  });
  return counts;
}
