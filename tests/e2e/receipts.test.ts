import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { api, openHunts, productsOf, site } from './buyer.ts';

/** The card that `pay` charges. */
const CARD = 'Visa ending in 4242';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('purchases and receipts, in a browser', () => {
  it('the dashboard lists the player’s purchases, each with a printable receipt', async () => {
    const { page, visitor, player, product } = await openHunts(browser);
    await page.goto('/dashboard');
    await page.getByText('Nothing bought yet.', { exact: false }).waitFor();
    await expectAccessible(page);
    const intentId = await pay(site, player, product);
    await recordPurchase(player, product, intentId);
    await page.reload();
    await page.getByText('Completed').waitFor();
    await page.getByText('$20.00').waitFor();
    const receiptNumber = await receiptNumberOf(player);
    await page.getByText(receiptNumber).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: `Receipt for ${product.title}` }).click();
    await page.waitForURL('**/receipt/*');
    for (const text of [
      'Total charged',
      '$20.00 USD',
      player.email,
      intentId,
      CARD,
      receiptNumber,
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await page.getByRole('cell', { name: product.title }).waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expectAccessible(page);
    expect(await page.getByRole('heading', { name: 'Receipt' }).isVisible()).toBe(true);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('another user’s receipt and an unknown one are not found; without a response the page can retry', async () => {
    const other = await createPlayer(site);
    const { page, visitor, player, product } = await openHunts(browser);
    await recordPurchase(other, product, await pay(site, other, product));
    const { body } = await api.get('/api/account/purchases', other);
    const [theirs] = (body as { purchases: { id: string }[] }).purchases;
    await page.goto(`/receipt/${theirs?.id}`);
    await page.getByRole('heading', { name: 'Receipt Not Found' }).waitFor();
    await expectAccessible(page);
    await page.route('**/api/account/purchases', (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByText('Your purchases could not be loaded.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/account/purchases');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing bought yet.', { exact: false }).waitFor();
    expect(await productsOf(player)).toEqual([]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a refund shows on the receipt and in the list', async () => {
    const { page, visitor, player, product } = await openHunts(browser);
    await recordPurchase(player, product, await pay(site, player, product));
    const { body } = await api.get('/api/account/purchases', player);
    const [purchase] = (body as { purchases: { id: string }[] }).purchases;
    const token = await adminToken();
    const refund = await api.post(
      `/api/admin/purchases/${purchase?.id}/refund`,
      { reason: 'Asked for by the player' },
      { token },
    );
    expect(refund.status).toBe(200);
    await page.goto(`/receipt/${purchase?.id}`);
    await page.getByText('This purchase was refunded').waitFor();
    await page.getByText(/^Refunded on /).waitFor();
    await page.getByText('−$20.00 USD').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByText('Refunded', { exact: true }).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a receipt needs a login, and shows after it', async () => {
    const visitor = await openVisitor(browser, site.url);
    await visitor.page.goto('/receipt/some-id');
    await visitor.page.waitForURL('**/login');
    expect(await visitor.page.evaluate(() => localStorage.getItem('redirectAfterLogin'))).toBe(
      '/receipt/some-id',
    );
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function receiptNumberOf(player: { token: string }): Promise<string> {
  const { body } = await api.get('/api/account/purchases', player);
  const [purchase] = (body as { purchases: { receipt_number: string }[] }).purchases;
  expect(purchase?.receipt_number).toMatch(/^CRN-20\d\d-\d{6}$/);
  return purchase?.receipt_number ?? '';
}

async function adminToken(): Promise<string> {
  const { body } = await api.post('/api/auth/login', inject('admin'));
  return (body as { token: string }).token;
}
