import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findVerificationLink } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { expectVisible, fillLogin, press, storedItem } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
const PASSWORD = 'a stone upon a stone';
const COMMON =
  'This password is one of the most common ones, and easy to guess. Please choose another one.';
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

async function signUpForLink(): Promise<{ email: string; path: string }> {
  const email = `link-${randomBytes(5).toString('hex')}@example.com`;
  await api.post('/api/auth/signup', { email, password: PASSWORD });
  const link = await findVerificationLink(api, email);
  return { email, path: link.pathname + link.search };
}

describe.skipIf(!executablePath)('a mailed link, in a browser', () => {
  it('opened a second time shows the verified user the way on', async () => {
    const { email, path } = await signUpForLink();
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto(path);
    await expectVisible(page, 'Email Verified!');
    await page.goto(path);
    await press(page, 'Use this link');
    await page.getByRole('heading', { name: 'Verification Failed' }).waitFor();
    await page.getByText(`You are logged in as ${email}, and that address is verified.`).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('asks before replacing the session of another account', async () => {
    const player = await createPlayer(site);
    const { email, path } = await signUpForLink();
    const { page, ...visitor } = await openVisitor(browser, site.url);
    const used: string[] = [];
    page.on('request', (request) => used.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await fillLogin(page, player.email, player.password);
    await page.waitForURL('**/dashboard');
    const token = await storedItem(page, 'token');
    await page.goto(path);
    await page.getByText(`You are logged in as ${player.email}.`).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText(`You are logged in as ${player.email}.`).waitFor();
    expect(await storedItem(page, 'token')).toBe(token);
    expect(used).not.toContain('/api/auth/verify-email');
    await press(page, 'Use this link');
    await expectVisible(page, 'Email Verified!');
    await page.waitForURL('**/dashboard');
    await page.getByRole('main').getByText(email).first().waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('lets the owner of an address set a password after a third party signed up with it', async () => {
    const { email, path } = await signUpForLink();
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto(path.replace('?', '?password=new&'));
    await page.getByRole('heading', { name: 'Set New Password' }).waitFor();
    await page.getByLabel('New Password', { exact: true }).fill('chosen by the owner');
    await page.getByLabel('Confirm New Password', { exact: true }).fill('chosen by the owner');
    await press(page, 'Reset Password');
    await page.waitForURL('**/login');
    const thirdParty = await api.post('/api/auth/login', { email, password: PASSWORD });
    expect(thirdParty.status).toBe(401);
    await fillLogin(page, email, 'chosen by the owner');
    await page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('shows that no password works after two sign-ups with different passwords', async () => {
    const { email } = await signUpForLink();
    await api.post('/api/auth/signup', { email, password: 'password of a third party' });
    const link = await findVerificationLink(api, email, 2);
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto(link.pathname + link.search);
    await page.getByText('None of them works: set your own password.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set your own password' }).click();
    await page.getByRole('heading', { name: 'Set New Password' }).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('opened by a mail program first shows that the user can log in', async () => {
    const { email, path } = await signUpForLink();
    expect((await api.get(`/api/auth${path}`)).status).toBe(200);
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto(path);
    await expectVisible(page, 'Verification failed');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'log in' }).click();
    await fillLogin(page, email, PASSWORD);
    await page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('can be retried on the page when no response came', async () => {
    const { path } = await signUpForLink();
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.route('**/api/auth/verify-email?*', (route) => route.abort());
    await page.goto(path);
    await expectVisible(page, 'An error occurred during verification');
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page);
    await page.unroute('**/api/auth/verify-email?*');
    await press(page, 'Try again');
    await expectVisible(page, 'Redirecting to dashboard...');
    expect(await storedItem(page, 'token')).not.toBeNull();
    await page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

describe.skipIf(!executablePath)('a form of an account, in a browser', () => {
  it('moves the focus to a password that is too common, wherever it is set', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/signup');
    await page.getByLabel('Email', { exact: true }).fill('finder@example.com');
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByLabel('Confirm Password', { exact: true }).fill('password1');
    for (const name of [/Terms of Service/, /Risk Waiver/]) await page.getByLabel(name).check();
    await press(page, 'Sign Up');
    await expectRefusedAt(page, 'Password');

    const player = await createPlayer(site);
    await page.goto('/login');
    await fillLogin(page, player.email, player.password);
    await page.waitForURL('**/dashboard');
    await press(page, 'Change Password');
    await page.getByLabel('Current Password', { exact: true }).fill(player.password);
    await page.getByLabel('New Password', { exact: true }).fill('password1');
    await page.getByLabel('Confirm New Password', { exact: true }).fill('password1');
    await press(page, 'Change Password');
    await expectRefusedAt(page, 'New Password');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('is sent once by two clicks before the button is busy', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const player = await createPlayer(site);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(player.email);
    await page.getByLabel('Password', { exact: true }).fill(player.password);
    await clickTwice(page, 'Log In');
    await page.waitForURL('**/dashboard');
    await press(page, 'Change Password');
    await page.getByLabel('Current Password', { exact: true }).fill(player.password);
    await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(PASSWORD);
    await clickTwice(page, 'Change Password');
    await expectVisible(page, 'Password changed successfully!');
    await page.getByText('Password changed successfully!').waitFor({ state: 'detached' });
    await press(page, 'Delete Account');
    await press(page, 'I want to delete my account');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await clickTwice(page, 'Permanently Delete Account');
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/request-reset');
    await page.getByLabel('Email', { exact: true }).fill(player.email);
    await clickTwice(page, 'Send Reset Link');
    await page.getByText('Check your email:').waitFor();
    expect(sent).toEqual([
      '/api/auth/login',
      '/api/auth/change-password',
      '/api/account/delete',
      '/api/auth/password-reset/request',
    ]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('refuses a login with a password that is too long like any wrong password', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/login');
    await fillLogin(page, 'finder@example.com', 'x'.repeat(300));
    await expectVisible(page, 'Invalid email or password');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

/** Two clicks in one task, without a render in between. */
async function clickTwice(page: Page, name: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await button.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });
}

/** Asserts the error in its box, referenced by the field, which has the focus. */
async function expectRefusedAt(page: Page, label: string): Promise<void> {
  await page.getByRole('main').getByRole('alert').filter({ hasText: COMMON }).waitFor();
  const field = page.getByLabel(label, { exact: true });
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  const box = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1);
  expect(await page.locator(`[id="${box}"]`).innerText()).toBe(COMMON);
  await expectAccessible(page);
}
