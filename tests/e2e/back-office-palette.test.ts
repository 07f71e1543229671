import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, openAsStaff, site } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the search of the back office', () => {
  it('opens by Ctrl+K, and leads to a user and a purchase by keyboard alone', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, 'vt-troll-hunt');
    const intentId = await pay(site, player, product);
    expect((await recordPurchase(player, product, intentId)).status).toBe(200);
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type(player.email);
    const users = palette.getByRole('group', { name: 'Users' });
    await users.getByRole('option', { name: player.email }).waitFor();
    await expectAccessible(page);
    // A purchase that was found sooner may be chosen.
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/user/${player.userId}`);
    await page.getByRole('heading', { name: 'Account Information' }).waitFor();

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type(intentId);
    await palette.getByRole('option', { name: player.email }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Purchases' }).getByText(intentId).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a search whose code could not be loaded leaves the page, and opens at the next try', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    const code = '**/assets/palette-dialog*.js';
    await page.route(code, (route) => route.abort());
    const opener = page.getByRole('button', { name: 'Find anything' });
    await opener.click();
    await expectVisible(page, 'The search could not be loaded. Try again, or reload the page.');
    await page.getByRole('tab', { name: 'Users' }).waitFor();
    await page.unroute(code);
    await opener.click();
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
    await close();
  });

  it('shows the results of the other services while one does not answer, and closes by Escape', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    await page.route('**/api/admin/search/purchases?**', (route) => route.abort());
    const opener = page.getByRole('button', { name: 'Find anything' });
    await opener.click();
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').fill('troll');
    await palette.getByRole('option', { name: /vt-troll-hunt/ }).waitFor();
    await expectVisible(page, 'No answer about purchases. The other results are complete.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true);
    await close();
  });
});
