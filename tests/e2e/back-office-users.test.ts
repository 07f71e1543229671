import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import {
  api,
  findMail,
  getAdmin,
  logInAdmin,
  openAs,
  openAsStaff,
  openTab,
  site,
  uniqueName,
} from './staff.ts';
import { expectAnnounced, expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('users in the back office', () => {
  it('are visible to staff only: a player is redirected to the dashboard', async () => {
    const player = await createPlayer(site);
    const { body: user } = await api.get('/api/auth/verify', player);
    const session = { token: player.token, user } as Session;
    for (const path of ['/admin', `/admin/user/${player.userId}`, '/admin/activity/1']) {
      const visitor = await openAs(browser, path, { session });
      await visitor.page.waitForURL('**/dashboard');
      visitor.expectNoFaults();
      await visitor.close();
    }
  });

  it('can be searched, selected across pages, and emailed', async () => {
    const [first, second] = [await createPlayer(site), await createPlayer(site)];
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await page.getByText(/^Showing 1 to \d+ of \d+ accounts$/).waitFor();
    await expectAccessible(page);
    for (const { email } of [first, second]) {
      await page.getByLabel('Search').fill(email);
      await expectVisible(page, 'Showing 1 to 1 of 1 accounts');
      await page.getByLabel(`Select ${email}`).check();
    }
    await expectVisible(page, '2 users selected');
    await page.getByRole('button', { name: 'Send Email to Selected' }).click();
    await expectVisible(page, 'To 2 selected users');
    await expectVisible(page, first.email);

    const subject = uniqueName('Hello');
    await expectDisabled(page, 'Send Email');
    await page.getByLabel('Subject').fill(subject);
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.type('Look ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('up');
    await expectAccessible(page);
    await openTab(page, 'Users');
    await expectVisible(page, '2 users selected');
    await openTab(page, 'Email');
    await expectReachable([first.email, second.email]);
    await page.getByRole('button', { name: 'Send Email', exact: true }).click();
    await page.getByRole('dialog', { name: 'Send to 2 people?' }).waitFor();
    await expectAccessible(page);
    await expectAnnounced(page, 'Email sent successfully to selected recipients', () =>
      page.getByRole('button', { name: 'Send to 2 people' }).click(),
    );
    expect(await page.getByLabel('Subject').inputValue()).toBe('');
    expect(await page.getByRole('textbox', { name: 'Content' }).innerText()).not.toContain('Look');
    await page.getByLabel('Recipient (optional)').waitFor();

    const mail = await findMail(second.email, (one) => one.subject === subject);
    expect(mail.html).toContain('Look <strong>up</strong>');
    expect(mail.html + mail.text).not.toContain(first.email);
    await page.getByRole('row', { name: subject }).getByText('2 of 2 sent').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('are suspended, restored and refunded after one confirmation each, all in the activity log', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, 'vt-troll-hunt');
    const intentId = await pay(site, player, product);
    expect((await recordPurchase(player, product, intentId)).status).toBe(200);
    const visitor = await openAsStaff(browser, `/admin/user/${player.userId}`);
    const { page } = visitor;
    await page.getByRole('table', { name: 'Purchases' }).getByText('$20.00 USD').waitFor();
    await expectVisible(page, intentId.slice(0, 14));
    await expectAccessible(page);

    await act(page, 'Suspend', `${player.email} is suspended and logged out everywhere.`);
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await expect.poll(async () => (await api.get('/api/auth/verify', player)).status).toBe(401);
    await act(page, 'Restore', `${player.email} can log in again.`);
    await page.getByRole('button', { name: 'Suspend' }).waitFor();

    await page.getByRole('button', { name: `Refund ${product.title}` }).click();
    await expectDisabled(page, 'Refund $20.00 USD');
    await page.getByLabel('Reason').fill('Asked for it');
    await page.getByRole('button', { name: 'Refund $20.00 USD' }).click();
    await page
      .getByRole('table', { name: 'Purchases' })
      .getByText(/Refund/)
      .first()
      .waitFor();

    await page.getByText(/^(?:Stripe has refunded|The refund of) \$20\.00 USD for /).waitFor();

    await page.getByRole('link', { name: /Back to Admin Dashboard/ }).click();
    await openTab(page, 'Activity Log');
    // Other admins act at the same time.
    const staff = await getAdmin();
    await page.goto(`/admin?tab=activity&admin=${staff.userId}`);
    const log = page.getByRole('table', { name: 'Activities' });
    await expect
      .poll(async () => {
        await page.reload();
        await log.waitFor();
        return log.innerText();
      })
      .toContain('Refunded Purchase');
    await page.getByLabel('Action').selectOption('account_update');
    await page.waitForURL(/action=account_update/);
    await log.getByRole('link', { name: 'Updated Account' }).first().click();
    await page.getByRole('region', { name: 'Details as JSON' }).getByText('"status"').waitFor();
    await expectVisible(page, staff.email);
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('an unknown user or activity is not found', async () => {
    const visitor = await openAsStaff(browser, '/admin/user/0198c1d2-3e4f-7a5b-8c6d-000000000000');
    const { page } = visitor;
    await expectVisible(page, 'No user data found.');
    await page.goto('/admin/activity/0198c1d2-3e4f-7a5b-8c6d-000000000000');
    await expectVisible(page, 'No activity data found.');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('can be found and read on a phone', async () => {
    const visitor = await openAsStaff(browser, '/admin', {});
    const { page } = visitor;
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await expectAccessible(page);
    const root = 'document.documentElement';
    const tooWide = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
    expect(tooWide).toBeLessThanOrEqual(0);
    await page.route('**/api/admin/accounts?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'x', requestId: 'x' } }),
    );
    await page.getByLabel('Status').selectOption('suspended');
    await expectVisible(page, 'Failed to fetch accounts');
    await visitor.close();
  });
});

async function act(page: Page, name: string, outcome: string): Promise<void> {
  await expectAnnounced(page, outcome, async () => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name: `${name}?` }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  });
}

/** A new user can get mail once notification has applied the event of the sign-up. */
async function expectReachable(to: string[]): Promise<void> {
  const { token } = await logInAdmin();
  const mailing = { subject: 'x', content: '<p>x</p>', to };
  await expect
    .poll(async () => {
      const { body } = await api.post('/api/admin/send-email/preview', mailing, { token });
      return body;
    })
    .toMatchObject({ count: to.length });
}

async function expectDisabled(page: Page, name: string): Promise<void> {
  expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
}
