import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser } from './browser.ts';
import { focusedName, tabTo } from './keys.ts';
import { api, findMail, logInAdmin, openAsStaff, site, uniqueName } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the back office by keyboard alone', () => {
  it('finds users, emails them, changes them and reads the activity log', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, 'vt-troll-hunt');
    await recordPurchase(player, product, await pay(site, player, product));
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await expectVisible(page, 'Previous');
    await findAndSelect(page, player);
    await writeToSelected(page, player);
    await openUser(page, player);
    await suspend(page);
    await rename(page);
    await refund(page, product.title);
    await readActivity(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('queries the database, opens a hunt and returns', async () => {
    const visitor = await openAsStaff(browser, '/admin?tab=sql');
    const { page } = visitor;
    await page.getByText('Tables', { exact: true }).waitFor();
    await tabTo(page, 'SQL query');
    await page.keyboard.type("UPDATE users SET first_name = 'x' WHERE email = 'unknown@x.example'");
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Change 0 rows?' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, 'SQL query');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('SELECT email FROM users LIMIT 2');
    await page.keyboard.press('Control+Enter');
    await tabTo(page, 'Results');

    await openTabByKeys(page, 'SQL', 'Hunts');
    await page.getByRole('table', { name: 'Hunts' }).waitFor();
    await tabTo(page, 'New hunt');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'New hunt');
    await expectVisible(page, 'Create hunt');
    await tabTo(page, '← All hunts', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Hunts');
    await page.getByRole('table', { name: 'Hunts' }).waitFor();
    await tabTo(page, /^Edit and write: /);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Write one');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Text');
    await page.keyboard.type('Out again by Tab.');
    await tabTo(page, 'Discard changes');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Close', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Clues and updates');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function findAndSelect(page: Page, { email }: Player): Promise<void> {
  await tabTo(page, 'Search');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
  await tabTo(page, `Select ${email}`);
  await page.keyboard.press('Space');
  await expectVisible(page, '1 user selected');
}

async function writeToSelected(page: Page, { email }: Player): Promise<void> {
  await tabTo(page, 'Send Email to Selected', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Email');
  const subject = uniqueName('Keys');
  await page.getByLabel('Subject').waitFor();
  await tabTo(page, 'Subject');
  await page.keyboard.type(subject);
  await tabTo(page, 'Content');
  await page.keyboard.type('Up the ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('hill');
  await tabTo(page, 'Send Email');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Send to 1 person?' }).waitFor();
  // A second Enter sends nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Send to 1 person');
  await page.keyboard.press('Enter');
  await expectVisible(page, 'Email sent successfully to selected recipients');
  const mail = await findMail(email, (one) => one.subject === subject);
  expect(mail.html).toContain('Up the <strong>hill</strong>');
  expect(await focusedName(page)).not.toBe('nothing');
}

async function openUser(page: Page, { email }: Player): Promise<void> {
  await openTabByKeys(page, 'Email', 'Users');
  await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'User Details');
  await page.getByRole('table', { name: 'Purchases' }).waitFor();
}

async function suspend(page: Page): Promise<void> {
  await tabTo(page, 'Suspend');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suspend?' });
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, 'Suspend');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/ is suspended and logged out everywhere\.$/).waitFor();
  await expectFocus(page, 'Restore');
}

async function rename(page: Page): Promise<void> {
  await tabTo(page, 'Change name', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'First name');
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Change name');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'First name');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Change name');
  await expectVisible(page, 'Ada');
}

async function refund(page: Page, title: string): Promise<void> {
  await tabTo(page, `Refund ${title}`);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Reason');
  await page.keyboard.type('Asked for it');
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Refund $20.00 USD');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Refund ${title}` }).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).not.toBe('nothing');
}

/** The activity log receives a staff action by an event, which may still be on its way. */
async function expectActivity(action: string): Promise<void> {
  const { token } = await logInAdmin();
  await expect
    .poll(async () => {
      const { body } = await api.get(`/api/admin/activity?action=${action}`, { token });
      return (body as { activities: unknown[] }).activities.length;
    })
    .toBeGreaterThan(0);
}

async function readActivity(page: Page): Promise<void> {
  await expectActivity('purchase_refund');
  await tabTo(page, '← Back to Admin Dashboard', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Admin Dashboard');
  await openTabByKeys(page, 'Users', 'Activity Log');
  await page.getByRole('table', { name: 'Activities' }).waitFor();
  await tabTo(page, 'Action');
  const action = page.getByLabel('Action');
  while ((await action.inputValue()) !== 'purchase_refund') await page.keyboard.press('ArrowDown');
  await page.waitForURL(/action=purchase_refund/);
  await tabTo(page, 'Refunded Purchase');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Activity Details');
  await expectVisible(page, 'Details');
}

/** From any focus position below the tabs. */
async function openTabByKeys(page: Page, from: string, to: string): Promise<void> {
  const isOn = (await focusedName(page)) === from;
  if (!isOn) await tabTo(page, from, (await isAboveTabs(page)) ? 'Tab' : 'Shift+Tab');
  while ((await focusedName(page)) !== to) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: to, exact: true, selected: true }).waitFor();
}

async function isAboveTabs(page: Page): Promise<boolean> {
  return (await focusedName(page)) === 'Admin Dashboard';
}

async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe(name);
}
