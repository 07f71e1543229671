import { randomBytes } from 'node:crypto';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
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
const PASSWORD = 'three stones stacked';

let browser: Browser;
let huntAdmin: HuntAdmin;
let hunt: StaffHunt;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});
afterAll(closeVisitors);

beforeEach(async () => {
  hunt = await huntAdmin.openHunt({ story: 'The ferns keep a secret.' });
  await findProduct(api, hunt.handle);
});

/** Opens the prompt for visitors on the hunt's page. */
async function startToJoin(page: Page): Promise<void> {
  await page.goto(`/hunts/${hunt.handle}`);
  await page.getByRole('button', { name: 'Join this hunt for $12.50' }).click();
  await page.getByRole('dialog', { name: 'Ready to Join the Hunt?' }).waitFor();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await expectVisible(page, 'Check your email');
}

/** The dashboard of a player who signed up to join the hunt. */
async function openWithHuntToJoin(): Promise<Visitor> {
  const player = await createPlayer(site);
  const { body: user } = await api.get('/api/auth/verify', player);
  const visitor = await openVisitor(browser, site.url, { login: { token: player.token, user } });
  const { page } = visitor;
  await page.goto('/about');
  await page.evaluate((handle) => localStorage.setItem('huntToJoin', handle), hunt.handle);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: `Finish joining ${hunt.title}, $12.50` }).waitFor();
  return visitor;
}

async function payInDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Join ${hunt.title}` });
  await dialog.getByLabel('Credit or debit card number').fill('4242424242424242');
  await dialog.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await dialog.getByLabel('Credit or debit card CVC/CVV').fill('123');
  const postal = dialog.getByLabel('ZIP');
  if (await postal.isVisible()) await postal.fill('05401');
  await dialog.getByRole('button', { name: 'Pay $12.50' }).click();
  await page.getByText(`You have joined ${hunt.title}.`).waitFor();
}

describe.skipIf(!executablePath)('joining a hunt, in a browser', () => {
  it('a new visitor finishes joining on the device that opens the mail', async () => {
    const visitor = await openVisitor(browser, site.url);
    const email = `wish-${randomBytes(4).toString('hex')}@example.com`;
    await startToJoin(visitor.page);
    await expectAccessible(visitor.page);
    await signUp(visitor.page, email);

    const phone = await openVisitor(browser, site.url);
    const link = await findVerificationLink(api, email);
    await phone.page.goto(`${link.pathname}${link.search}`);
    await phone.page.waitForURL('**/dashboard');
    const offer = phone.page.getByRole('heading', {
      name: `Finish joining ${hunt.title}, $12.50`,
    });
    await offer.waitFor();
    await expectVisible(phone.page, 'My Hunts (0)');
    for (const each of [visitor, phone]) {
      each.expectNoFaults();
      await each.close();
    }
  });

  it('the dashboard’s offer leads to the payment and is gone after it', async () => {
    const visitor = await openWithHuntToJoin();
    const { page } = visitor;
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Join this hunt for $12.50' }).click();
    await payInDialog(page);
    await expectVisible(page, 'My Hunts (1)');
    expect(await page.getByRole('heading', { name: /^Finish joining/ }).count()).toBe(0);
    await expect.poll(() => storedItem(page, 'huntToJoin')).toBeNull();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a login from the prompt leads to the payment of that hunt', async () => {
    const player = await createPlayer(site);
    const visitor = await openVisitor(browser, site.url, {
      viewport: { width: 1440, height: 900 },
    });
    const { page } = visitor;
    await startToJoin(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, player.email, player.password);
    await page.getByRole('dialog', { name: `Join ${hunt.title}` }).waitFor();
    await payInDialog(page);
    await page.getByRole('link', { name: 'Go to Hunt' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/hunts/${hunt.handle}`);
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('joining while offline shows why it fails, and works once the connection is back', async () => {
    const player = await createPlayer(site);
    const { body: user } = await api.get('/api/auth/verify', player);
    // A kept cache would hold the scripts of the payment.
    const visitor = await openVisitor(browser, site.url, {
      login: { token: player.token, user },
      ownContext: true,
    });
    const { page, context } = visitor;
    await page.goto(`/hunts/${hunt.handle}`);
    const join = page.getByRole('button', { name: 'Join this hunt for $12.50' });
    await join.waitFor();
    await context.setOffline(true);
    await join.click();
    await page.getByText('The payment could not be opened, and nothing was charged.').waitFor();
    await expectAccessible(page);
    await context.setOffline(false);
    await join.click();
    await payInDialog(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('the page of members offers a hunt to a user who has not joined it, until it is dismissed', async () => {
    const player = await createPlayer(site);
    const { body: user } = await api.get('/api/auth/verify', player);
    const visitor = await openVisitor(browser, site.url, { login: { token: player.token, user } });
    const { page } = visitor;
    await page.goto(`/hunt/${hunt.handle}`);
    await page.waitForURL('**/dashboard');
    await expectVisible(page, 'That hunt opens for those who joined it.');
    const offer = page.getByRole('heading', { name: `Join ${hunt.title}, $12.50` });
    await offer.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await offer.waitFor({ state: 'detached' });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('the hunt of the sign-up ends with the session', async () => {
    const visitor = await openWithHuntToJoin();
    const { page } = visitor;
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedItem(page, 'huntToJoin')).toBeNull();
    await visitor.close();
  });
});

describe.skipIf(!executablePath)('the public page of a hunt, in a browser', () => {
  it('is reached from the list and shows story, rules, price and fairness', async () => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    await page.goto('/hunts?sort=newest');
    const card = page.getByRole('article', { name: hunt.title });
    await card.getByRole('link', { name: hunt.title, exact: true }).click();
    await page.waitForURL(`**/hunts/${hunt.handle}`);
    await page.getByRole('heading', { name: hunt.title, level: 1 }).waitFor();
    for (const text of [
      'The ferns keep a secret.',
      'Dig nothing.',
      'Price',
      '$12.50',
      'No clue is out yet. Clues come about once a week, for everyone at the same moment.',
      'Provably fair',
    ])
      await expectVisible(page, text);
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'Event', name: hunt.title });
    await expectAccessible(page);
    await huntAdmin.publish(hunt, 'The first', new Date());
    await page
      .getByText('1 clue is out; members read them at once, and more come about once a week.')
      .waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('shows the hunt without its story when that cannot be loaded, and loads it again', async () => {
    const visitor = await openVisitor(browser, site.url, {
      viewport: { width: 1440, height: 900 },
    });
    const { page } = visitor;
    await page.route(`**/api/hunts/${hunt.handle}`, (route) =>
      route.fulfill({ status: 400, json: { error: 'Broken.', requestId: 'x' } }),
    );
    await page.goto(`/hunts/${hunt.handle}`);
    await page.getByText('The story and the rules could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Join this hunt for $12.50' }).waitFor();
    await expectAccessible(page);
    await page.unroute(`**/api/hunts/${hunt.handle}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(page, 'The ferns keep a secret.');
    await visitor.close();
  });

  it('is the not-found page for an unknown hunt', async () => {
    const visitor = await openVisitor(browser, site.url);
    const response = await visitor.page.goto('/hunts/no-such-hunt');
    expect(response?.status()).toBe(404);
    await visitor.page.getByRole('link', { name: 'Go to Home' }).waitFor();
    await expectAccessible(visitor.page);
    await visitor.close();
  });
});
