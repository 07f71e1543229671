import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser } from './browser.ts';
import { api, getAdmin, logInAdmin, openAsStaff, openTab, site, uniqueName } from './staff.ts';
import { expectVisible, fillLogin } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the back office on errors and repeated input', () => {
  it('a double click sends one mailing; a lost response shows that the outcome is unknown', async () => {
    const { email } = await createPlayer(site);
    const { page, close } = await openAsStaff(browser, '/admin?tab=email');
    const subject = uniqueName('Twice');
    await write(page, { subject, to: email });
    await page.getByRole('button', { name: 'Send Email', exact: true }).click();
    let sent = 0;
    await page.route('**/api/admin/send-email', async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Send to 1 person' }).dblclick();
    await page.getByText(/^Failed to send email: there was no answer/).waitFor();
    expect(sent).toBe(1);
    await expect.poll(() => page.getByRole('cell', { name: subject }).count()).toBe(1);
    expect(await page.getByLabel('Subject').inputValue()).toBe(subject);
    await close();
  });

  it('keeps the mail and its recipients after the session ended', async () => {
    const { email } = await createPlayer(site);
    const { page, close } = await openAsStaff(browser, '/admin');
    await page.getByLabel('Search').fill(email);
    await page.getByLabel(`Select ${email}`).check();
    await page.getByRole('button', { name: 'Send Email to Selected' }).click();
    const subject = uniqueName('Long');
    await write(page, { subject });
    await page.route('**/api/auth/verify', (route) => route.fulfill({ status: 401, body: '{}' }));
    await openTab(page, 'Users');
    await page.getByRole('link', { name: email }).click();
    await page.waitForURL('**/login');
    await page.unroute('**/api/auth/verify');
    const { email: own, password } = await getAdmin();
    await fillLogin(page, own, password);
    await page.getByRole('link', { name: /Back to Admin Dashboard/ }).click();
    await openTab(page, 'Email');
    await expectVisible(page, 'To 1 selected user');
    expect(await page.getByLabel('Subject').inputValue()).toBe(subject);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await close();
  });

  it('offline, an action shows an error and changes nothing; it works once online again', async () => {
    const { player, title } = await createBuyer();
    const { page, context, close } = await openAsStaff(browser, `/admin/user/${player.userId}`);
    const dialog = page.getByRole('dialog');
    const lost = dialog.getByText(/^There was no answer, so it is not known whether that was done/);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await lost.waitFor();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText(/ is suspended and logged out everywhere\.$/).waitFor();

    await page.getByRole('button', { name: `Refund ${title}` }).click();
    await dialog.getByLabel('Reason').fill('Asked for it');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await lost.waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Asked for it');
    await context.setOffline(false);
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Refund ${title}` }).waitFor({ state: 'detached' });

    await openSql(page, `UPDATE users SET first_name = 'Ada' WHERE id = '${player.userId}'`);
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Change 1 row' }).click();
    await dialog.getByText(/^There was no answer, so it is not known whether the update/).waitFor();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Change 1 row' }).click();
    await expectVisible(page, '1 row changed.');
    await close();
  });

  it('refunds once by a double click, in two tabs, and when the response is lost', async () => {
    const { player, title } = await createBuyer();
    const path = `/admin/user/${player.userId}`;
    const { page, context, close } = await openAsStaff(browser, path);
    const other = await context.newPage();
    await other.goto(path);
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: `Refund ${title}` }).click();
      await tab.getByLabel('Reason').fill('Asked for it');
    }
    const asked: number[] = [];
    await page.route('**/refund', async (route) => {
      asked.push((await route.fetch()).status());
      await route.abort('connectionreset');
    });
    const confirm = { name: /^Refund \$/ };
    await page.getByRole('dialog').getByRole('button', confirm).dblclick();
    await page
      .getByRole('dialog')
      .getByText(/^There was no answer/)
      .waitFor();
    expect(asked).toEqual([200]);
    await other.getByRole('dialog').getByRole('button', confirm).click();
    await other.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', confirm).click();
    // P-3.7: the repeat carries the same Idempotency-Key and gets the first answer.
    await expect.poll(() => asked).toEqual([200, 200]);
    const { token } = await logInAdmin();
    const { body } = await api.get(`/api/admin/accounts/${player.userId}`, { token });
    const { purchases } = body as { purchases: { status: string }[] };
    expect(purchases.map(({ status }) => status)).toEqual([expect.stringMatching(/^refund/)]);
    await close();
  });

  it('a click on a table keeps the query; a row too large shows an error', async () => {
    const { page, close } = await openAsStaff(browser, '/admin?tab=sql');
    const box = page.getByLabel('SQL query');
    // 11 doublings of 1,024 characters make 2 MB; the row has four such columns.
    const doubled = Array.from(
      { length: 11 },
      (_, n) => `s${n + 1} AS (SELECT t || t AS t FROM s${n})`,
    );
    const first = `s0 AS (SELECT '${'x'.repeat(1_024)}'::text AS t)`;
    const query = `WITH ${[first, ...doubled].join(', ')} SELECT t, t, t, t FROM s11`;
    await box.fill(query);
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^The first row alone is bigger than 5 MB/).waitFor();
    await page.getByText('mailings', { exact: true }).click();
    await page.getByRole('button', { name: 'Select from mailings' }).click();
    expect(await box.inputValue()).toBe('SELECT * FROM mailings LIMIT 100');
    await page.getByRole('button', { name: 'Bring my query back' }).click();
    expect(await box.inputValue()).toBe(query);
    await close();
  });

  it('Back returns to an earlier search; one click returns from a page beyond the end', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    const search = page.getByLabel('Search');
    await search.fill('admin');
    await page.waitForURL(/search=admin/);
    await page.getByLabel('Status').selectOption('active');
    await page.waitForURL(/status=active/);
    await search.fill('unknown');
    await page.waitForURL(/search=unknown/);
    await expectVisible(page, 'No account fits.');
    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe('admin');
    await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
    expect(page.url()).toMatch(/search=admin$/);
    await page.goto('/admin?search=admin&page=900');
    await expectVisible(page, 'Showing 0 to 0 of 1 accounts');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
    await close();
  });
});

async function createBuyer() {
  const player = await createPlayer(site);
  const product = await findProduct(api, 'porter-stash');
  await recordPurchase(player, product, await pay(site, player, product));
  return { player, title: product.title };
}

/** Runs an UPDATE up to its confirmation dialog. */
async function openSql(page: Page, query: string): Promise<void> {
  await page.goto('/admin?tab=sql');
  await page.getByLabel('SQL query').fill(query);
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.getByRole('dialog', { name: 'Change 1 row?' }).waitFor();
}

async function write(page: Page, { subject, to }: { subject: string; to?: string }): Promise<void> {
  if (to) await page.getByLabel('Recipient (optional)').fill(to);
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type('Some words');
}
