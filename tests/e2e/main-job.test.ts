import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, findVerificationLink } from '../support/player.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { expectVisible, fillLogin, storedItem } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
let browser: Browser;
let huntAdmin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the main job, in a browser', () => {
  it('a visitor signs up, verifies, logs in, joins a hunt by card, and sees it on the dashboard', async () => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    const email = `eve-${randomBytes(4).toString('hex')}@example.com`;
    const password = 'three stones stacked';
    // A hunt of this test only: purchases of other tests would change its prize.
    const { handle } = await huntAdmin.openHunt({ price_amount: 20, bonus_per_purchase: 10 });
    const before = await findProduct(api, handle);

    await page.goto('/');
    await expectVisible(page, 'Hunt for Treasure Worth Thousands');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See the hunts' }).click();
    // Other tests may have opened more hunts than one page shows.
    await page.waitForURL('**/hunts');
    await page.goto('/hunts?sort=newest');
    await joinButton(page, before.title, 20).waitFor();
    await expectAccessible(page);
    await joinButton(page, before.title, 20).click();
    await page.getByRole('dialog', { name: 'Ready to Join the Hunt?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();

    await signUp(page, email, password);
    const link = await findVerificationLink(api, email);
    await page.goto(`${link.pathname}${link.search}`);
    await expectVisible(page, 'Email Verified!');
    expect(new URL(page.url()).search).toBe('');
    await page.waitForURL('**/dashboard');
    await logOut(page);
    await logIn(page, email, password);
    await page.waitForURL('**/dashboard');
    await expectVisible(page, 'My Hunts (0)');
    await expectAccessible(page);

    await page.goto('/hunts?sort=newest');
    await joinButton(page, before.title, 20).click();
    await payInDialog(page, '4242424242424242', 20);
    await card(page, before.title).getByRole('link', { name: 'Go to Hunt' }).waitFor();
    const grown = before.base_value + before.purchase_bonus + 10;
    await card(page, before.title)
      .getByText(`$${grown.toLocaleString('en-US')}`)
      .first()
      .waitFor();

    await card(page, before.title).getByRole('link', { name: 'Go to Hunt' }).click();
    await page.waitForURL(`**/hunt/${handle}`);
    for (const text of ['Current Value', 'Status', 'Hunt Duration'])
      await expectVisible(page, text);
    await expectAccessible(page);

    await page.goto('/dashboard');
    await expectVisible(page, 'My Hunts (1)');
    await expectVisible(page, before.title);
    await expectReceipt(email, before.title);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a declined card shows the provider’s text and can be retried, with one charge', async () => {
    const { visitor, product, token } = await openAsPlayer('vt-troll-hunt');
    const { page } = visitor;
    await joinButton(page, product.title, 20).click();
    await fillCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Pay $20' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await expectAccessible(page);
    expect(await productsOf(token)).toEqual([]);
    await payInDialog(page, '4242424242424242', 20);
    await card(page, product.title).getByRole('link', { name: 'Go to Hunt' }).waitFor();
    expect(await productsOf(token)).toEqual([product.id]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('the dialog closes by Escape, Cancel and the backdrop without a charge', async () => {
    const { visitor, product, token } = await openAsPlayer('porter-stash');
    const { page } = visitor;
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.mouse.click(3, 3),
    ];
    for (const close of ways) {
      await joinButton(page, product.title, 50).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pay $50' }).waitFor();
      await close();
      await page.getByRole('dialog', { name: /^Join / }).waitFor({ state: 'detached' });
    }
    expect(await productsOf(token)).toEqual([]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a page that needs a login redirects there and back', async () => {
    const player = await createPlayer(site);
    const visitor = await openVisitor(browser, site.url, {
      viewport: { width: 1440, height: 900 },
    });
    await visitor.page.goto('/dashboard');
    await visitor.page.waitForURL('**/login');
    await fillLogin(visitor.page, player.email, 'a wrong password');
    await visitor.page.getByText('Invalid email or password').waitFor();
    await expectAccessible(visitor.page);
    await fillLogin(visitor.page, player.email, player.password);
    await visitor.page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a 401 ends the session; no response keeps it and shows so', async () => {
    const { visitor } = await openAsPlayer('vt-troll-hunt');
    const { page } = visitor;
    await page.route('**/api/auth/verify', (route) => route.abort());
    await page.goto('/dashboard');
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    expect(await storedItem(page, 'token')).not.toBeNull();
    await page.unroute('**/api/auth/verify');
    await page.route('**/api/auth/verify', (route) =>
      route.fulfill({ status: 401, json: { error: 'Please log in again.', requestId: 'x' } }),
    );
    await page.goto('/hunts');
    await page.waitForFunction(() => localStorage.getItem('token') === null);
    await visitor.close();
  });

  it('an unknown path shows a not-found page with a link home', async () => {
    const visitor = await openVisitor(browser, site.url);
    await visitor.page.goto('/no/such/page');
    await visitor.page.getByRole('link', { name: 'Go to Home' }).waitFor();
    await expectAccessible(visitor.page);
    await visitor.page.getByRole('link', { name: 'Go to Home' }).click();
    await expectVisible(visitor.page, 'Hunt for Treasure Worth Thousands');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function openAsPlayer(handle: string): Promise<{
  visitor: Visitor;
  product: Awaited<ReturnType<typeof findProduct>>;
  token: string;
}> {
  const player = await createPlayer(site);
  const product = await findProduct(api, handle);
  const visitor = await openVisitor(browser, site.url);
  await visitor.page.goto('/login');
  await fillLogin(visitor.page, player.email, player.password);
  await visitor.page.waitForURL('**/dashboard');
  await visitor.page.goto('/hunts');
  return { visitor, product, token: player.token };
}

async function productsOf(token: string): Promise<string[]> {
  const { body } = await api.get('/api/auth/verify', { token });
  return (body as { products: string[] }).products;
}

function card(page: Page, title: string) {
  return page.getByRole('article').filter({ hasText: title });
}

function joinButton(page: Page, title: string, price: number) {
  return card(page, title).getByRole('button', { name: `Join this hunt for $${price}` });
}

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.waitForURL('**/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: false }).first().fill(password);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up/i })
    .click();
  await expectVisible(page, 'Check your email');
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, email, password);
}

/** Behind the menu button on a small screen. */
async function logOut(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Log Out' });
  if (!(await button.isVisible())) await page.getByRole('button', { name: /menu/i }).click();
  await button.click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await storedItem(page, 'token')).toBeNull();
}

async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credit or debit card number').fill(number);
  await dialog.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await dialog.getByLabel('Credit or debit card CVC/CVV').fill('123');
  const postal = dialog.getByLabel('ZIP');
  if (await postal.isVisible()) await postal.fill('05401');
}

async function payInDialog(page: Page, number: string, price: number): Promise<void> {
  await fillCard(page, number);
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Pay $${price}` })
    .click();
  await page.getByRole('dialog', { name: /^Join / }).waitFor({ state: 'detached' });
}

async function expectReceipt(email: string, title: string): Promise<void> {
  await expect
    .poll(async () => {
      const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(email)}`);
      return (body as { subject: string }[]).map(({ subject }) => subject);
    })
    .toContain(`Your receipt: ${title}`);
}
