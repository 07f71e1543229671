import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, openAsStaff, openTab, site } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

/** Until the rows are those of the search. */
async function waitForSearch(page: Page, text: string): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get('search') === text);
  await page.locator('section[aria-busy]').waitFor({ state: 'detached' });
}

describe.skipIf(!executablePath)('purchases in the back office', () => {
  it('are found by payment reference and email, and refunded there with the outcome', async () => {
    const { player, intentId } = await createBuyer();
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await openTab(page, 'Purchases');
    await rows(page).first().waitFor();
    await page.getByLabel('Search').fill(intentId);
    await waitForSearch(page, intentId);
    await expectVisible(page, '1 of 1 purchases');
    await expectAccessible(page);
    await page.getByLabel('Search').fill(player.email);
    await waitForSearch(page, player.email);
    await rows(page).getByRole('link', { name: player.email }).waitFor();

    await page.getByRole('button', { name: new RegExp(`^Refund .* of ${player.email}$`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Asked for it');
    await dialog.getByRole('button', { name: 'Refund $20.00 USD' }).click();
    // The call does not wait long for Stripe.
    await page.getByText(/^(?:Stripe has refunded|The refund of) \$20\.00 USD for /).waitFor();
    await expectAccessible(page);
    await expect
      .poll(async () => {
        await page.reload();
        return await page.getByRole('table', { name: 'Purchases' }).innerText();
      })
      .toContain('Money returned ');
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('are filtered by the address, paged by keyboard, and exported', async () => {
    const { player } = await createBuyer();
    const visitor = await openAsStaff(
      browser,
      `/admin?tab=purchases&status=completed&size=10&search=${encodeURIComponent(player.email)}`,
    );
    const { page } = visitor;
    await expectVisible(page, '1 of 1 purchases');
    expect(await page.getByLabel('Status').inputValue()).toBe('completed');
    for (const name of ['First', 'Previous', 'Next', 'Last'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);

    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).focus();
    await page.keyboard.press('Enter');
    const file = await started;
    expect(file.suggestedFilename()).toBe('cairn-purchases.csv');
    const lines = (await text(await file.createReadStream())).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(player.email);
    await expectVisible(page, 'Exported purchases: 1.');

    await page.getByLabel('Status').selectOption('refunded');
    await expectVisible(page, 'No purchase fits.');
    await page.goBack();
    await expectVisible(page, '1 of 1 purchases');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('show an error with a retry while payment does not answer', async () => {
    const { page, close } = await openAsStaff(browser, '/admin');
    await page.route('**/api/admin/purchases?**', (route) => route.abort());
    await openTab(page, 'Purchases');
    await expectVisible(page, 'Failed to fetch purchases');
    await page.unroute('**/api/admin/purchases?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Pages of purchases' }).waitFor();
    await close();
  });
});

async function createBuyer() {
  const player = await createPlayer(site);
  const product = await findProduct(api, 'vt-troll-hunt');
  const intentId = await pay(site, player, product);
  expect((await recordPurchase(player, product, intentId)).status).toBe(200);
  return { player, intentId };
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Purchases' }).getByRole('row');
}
