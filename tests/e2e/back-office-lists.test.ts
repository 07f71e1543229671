import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, type Player } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { CODE, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { focusedName, tabTo } from './keys.ts';
import { api, getAdmin, openAsStaff, site, uniqueName } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;
let admin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  admin = await loginHuntAdmin(site, await getAdmin());
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the lists of the back office by keyboard alone', () => {
  it('sort, filter and export hunts, and page through them', async () => {
    const name = uniqueName('Sorted');
    for (const [index, title] of [`${name} b`, `${name} a`, `${name} c`].entries())
      await admin.openHunt({ title, status: 'upcoming', price_amount: 10 + index });
    const visitor = await openAsStaff(browser, `/admin?tab=hunts&search=${name}`);
    const { page } = visitor;
    const titles = () => cellsOf(page, 'Hunts', 0);
    await expect.poll(titles).toEqual([`${name} c`, `${name} a`, `${name} b`]);
    await sortBy(page, 'Title');
    await expect.poll(titles).toEqual([`${name} a`, `${name} b`, `${name} c`]);
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual([`${name} c`, `${name} b`, `${name} a`]);
    await sortBy(page, 'Price');
    await expect.poll(titles).toEqual([`${name} b`, `${name} a`, `${name} c`]);
    await expectAccessible(page);
    const started = page.waitForEvent('download');
    await tabTo(page, 'Export as CSV', 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect((await started).suggestedFilename()).toBe('cairn-hunts.csv');
    await expectVisible(page, 'Exported hunts: 3.');
    await tabTo(page, 'Status', 'Shift+Tab');
    await page.keyboard.type('Draft');
    await expectVisible(page, 'No hunt fits.');
    await page.goto('/admin?tab=hunts&size=10');
    await page.getByRole('navigation', { name: 'Pages of hunts' }).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('open a release from the plan', async () => {
    const hunt = await admin.openHunt();
    const title = uniqueName('Planned');
    await admin.publish(hunt, `${title} later`, new Date('2098-01-02'));
    await admin.publish(hunt, `${title} sooner`, new Date('2098-01-01'));
    const visitor = await openAsStaff(browser, `/admin?tab=plan&of=${hunt.id}`);
    const { page } = visitor;
    const titles = () => cellsOf(page, 'What comes out when', 3);
    await expect.poll(titles).toEqual([`${title} sooner`, `${title} later`]);
    await sortBy(page, 'When');
    await expect.poll(titles).toEqual([`${title} later`, `${title} sooner`]);
    await expectAccessible(page);
    await tabTo(page, `Edit Clue 2: ${title} later`);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Hunts', selected: true }).waitFor();
    await page.getByLabel('Title').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('sort claims and decide one', async () => {
    const hunt = await claimedHunt();
    const visitor = await openAsStaff(browser, `/admin?tab=claims&hunt=${hunt.id}`);
    const { page } = visitor;
    await expectVisible(page, 'Showing 1 to 1 of 1 claims');
    await sortBy(page, 'Claimed');
    await page.waitForURL(/direction=asc/);
    await expectVisible(page, 'Showing 1 to 1 of 1 claims');
    await tabTo(page, `Check claim on ${hunt.title}`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Verified: the box was found');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Reject the claim');
    await page.keyboard.press('Enter');
    await page.getByText(`The claim on ${hunt.title} is rejected.`).first().waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('sort messages to users, and messages from visitors', async () => {
    const player = await createPlayer(site);
    const visitor = await openAsStaff(
      browser,
      `/admin?tab=deliveries&state=all&user=${encodeURIComponent(player.email)}`,
    );
    const { page } = visitor;
    await page.getByRole('table', { name: 'Messages' }).waitFor();
    await sortBy(page, 'Requested');
    await page.waitForURL(/direction=asc/);
    await page.getByRole('columnheader', { name: 'Requested' }).waitFor();
    await page.goto('/admin?tab=messages&status=all');
    await page.getByRole('navigation', { name: 'Pages of messages' }).waitFor();
    await tabTo(page, 'Order');
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/direction=asc/);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('change and cancel a scheduled mailing', async () => {
    const subject = uniqueName('Timetable');
    const { email } = await getAdmin();
    await admin.act('/api/admin/send-email', {
      ...{ subject, content: '<p>Soon</p>', to: email },
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const visitor = await openAsStaff(browser, `/admin?tab=email&search=${subject}`);
    const { page } = visitor;
    await page.getByRole('table', { name: 'Mailings' }).waitFor();
    await sortBy(page, 'Created');
    await page.waitForURL(/direction=asc/);
    await tabTo(page, `Change ${subject}`);
    await page.keyboard.press('Enter');
    await page.getByText('You are changing a scheduled mailing.').waitFor();
    await tabTo(page, 'Leave it as it is');
    await page.keyboard.press('Enter');
    await tabTo(page, `Cancel ${subject}`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cancel this mailing?' }).waitFor();
    await tabTo(page, 'Cancel mailing');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Mailings' }).getByText('Stopped').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('act on selected accounts, with one confirmation', async () => {
    const players = [await createPlayer(site), await createPlayer(site)];
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    for (const { email } of players) await findAndSelect(page, email);
    await expectVisible(page, '2 users selected');
    const started = page.waitForEvent('download');
    await tabTo(page, 'Export selected', 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect((await started).suggestedFilename()).toBe('cairn-selected-accounts.csv');
    for (const [verb, done] of [
      ['Suspend', 'suspended'],
      ['Restore', 'restored'],
      ['Verify', 'verified'],
    ]) {
      await page.getByRole('tab', { selected: true }).first().focus();
      await tabTo(page, `${verb} selected`);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: `${verb} 2 accounts?` }).waitFor();
      await tabTo(page, `${verb} 2 accounts`);
      await page.keyboard.press('Enter');
      await expectVisible(page, `2 of 2 accounts ${done}.`);
      await tabTo(page, 'Close report');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Select all that match');
    }
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function findAndSelect(page: Page, email: Player['email']): Promise<void> {
  await page.getByLabel('Search', { exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
  await tabTo(page, `Select ${email}`);
  await page.keyboard.press('Space');
}

/** The focus stays on the header, so that a further Enter reverses the order. */
async function sortBy(page: Page, title: string): Promise<void> {
  await page.getByRole('tab', { selected: true }).first().focus();
  await tabTo(page, new RegExp(`^${title}.*, sort$`));
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toMatch(new RegExp(`^${title}`));
}

/** The first line of each cell of a column. */
async function cellsOf(page: Page, table: string, column: number): Promise<string[]> {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const text = await row.getByRole('cell').nth(column).innerText();
      return text.replace(/\s+fern-\w+$/, '').trim();
    }),
  );
}

async function claimedHunt(): Promise<StaffHunt> {
  const hunt = await admin.openHunt();
  const { status } = await api.post(`/api/hunts/${hunt.handle}/claim`, { code: CODE });
  expect(status).toBe(200);
  return hunt;
}
