import { randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player } from '../support/player.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { expectAnnounced, expectVisible, fillLogin, press, storedItem } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
const NEW_PASSWORD = 'a stone upon a stone';
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('an account, in a browser', () => {
  it('gets a new password by a reset link, which works once', async () => {
    const player = await createPlayer(site);
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await press(page, 'Send Reset Link');
    await expectVisible(page, 'Email is required');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(player.email);
    const letGo = await holdBack(page, '**/api/auth/password-reset/request');
    await press(page, 'Send Reset Link');
    await page.getByRole('button', { name: 'Sending...' }).waitFor();
    letGo();
    await expectVisible(
      page,
      "Check your email: If an account exists with that email, we've sent password reset instructions.",
    );
    await expectAccessible(page);

    const link = await findLink(player.email, '/reset-password');
    await page.goto(link.pathname + link.search);
    await page.getByRole('heading', { name: 'Set New Password' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expectVisible(page, 'Must be at least 8 characters');
    await fillNewPassword(page, 'short', 'other');
    await press(page, 'Reset Password');
    await expectVisible(page, 'Password must be at least 8 characters long');
    await expectVisible(page, 'Passwords do not match');
    await expectAccessible(page);
    await fillNewPassword(page, NEW_PASSWORD);
    await press(page, 'Reset Password');
    await expectVisible(
      page,
      'Password Reset Successful: Your password has been reset. Redirecting to login...',
    );
    await expectAccessible(page);
    await page.waitForURL('**/login');
    await fillLogin(page, player.email, NEW_PASSWORD);
    await page.waitForURL('**/dashboard');

    await page.goto(link.pathname + link.search);
    await fillNewPassword(page, NEW_PASSWORD);
    await press(page, 'Reset Password');
    await expectVisible(page, 'Invalid reset link. Please request a new password reset.');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Request a new password reset' }).click();
    await page.waitForURL('**/request-reset');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('login of an unverified account shows it and offers another verification link', async () => {
    const email = `una-${randomBytes(5).toString('hex')}@example.com`;
    await api.post('/api/auth/signup', { email, password: NEW_PASSWORD });
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/login');
    await fillLogin(page, email, NEW_PASSWORD);
    await expectVisible(page, 'Please verify your email address before logging in.');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Resend verification email' }).click();
    await page.getByRole('heading', { name: 'Resend Verification Email' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await expectAccessible(page);
    await press(page, 'Resend Verification Email');
    await expectVisible(
      page,
      "Check your email: If an account exists with that email, we've sent a new verification link. Please check your inbox and spam/junk folder.",
    );
    await expectAccessible(page);
    const link = await findLink(email, '/verify-email', 2);
    await page.goto(link.pathname + link.search);
    await expectVisible(page, 'Email Verified!');
    await page.waitForURL('**/dashboard');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('shows why a reset mail or a new password was refused', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    await page.goto('/reset-password');
    await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
    await expectVisible(
      page,
      'This password reset link is invalid. Please request a new password reset.',
    );
    await expectAccessible(page);

    await page.goto('/request-reset');
    await page.getByLabel('Email').fill('eve@example.com');
    await expectRefusals(page, '**/api/auth/password-reset/request', {
      fallback: 'Failed to request password reset',
      submit: () => press(page, 'Send Reset Link'),
    });
    await page.goto('/resend-verification');
    await page.getByLabel('Email').fill('eve@example.com');
    await expectRefusals(page, '**/api/auth/resend-verification', {
      fallback: 'Failed to resend verification email',
      submit: () => press(page, 'Resend Verification Email'),
    });
    await page.goto('/reset-password?token=unknown');
    await fillNewPassword(page, NEW_PASSWORD);
    await expectRefusals(page, '**/api/auth/password-reset/reset', {
      fallback: 'Failed to reset password',
      submit: () => press(page, 'Reset Password'),
    });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('changes its password and continues with a new token', async () => {
    const { page, player, ...visitor } = await openDashboard();
    const tokenBefore = await storedItem(page, 'token');
    await press(page, 'Change Password');
    const current = page.getByLabel('Current Password', { exact: true });
    await expect.poll(() => current.evaluate((field) => field.matches(':focus'))).toBe(true);
    await current.fill('not the password');
    await fillNewPassword(page, 'short', 'other');
    await press(page, 'Change Password');
    await expectVisible(page, 'New password must be at least 8 characters long');
    await expectVisible(page, 'New passwords do not match');
    await expectAccessible(page);
    await fillNewPassword(page, NEW_PASSWORD);
    await press(page, 'Change Password');
    await expectVisible(page, 'Current password is incorrect');
    await expectAccessible(page);
    await expectRefusals(page, '**/api/auth/change-password', {
      fallback: 'Failed to change password',
      submit: () => press(page, 'Change Password'),
    });
    await current.fill(player.password);
    await expectAnnounced(page, 'Password changed successfully!', () =>
      press(page, 'Change Password'),
    );
    expect(await current.inputValue()).toBe('');
    await expectAccessible(page);
    expect(await storedItem(page, 'token')).not.toBe(tokenBefore);
    await page.getByText('Password changed successfully!').waitFor({ state: 'detached' });
    await page.reload();
    await expectVisible(page, 'My Hunts (0)');
    expect((await api.get('/api/auth/verify', player)).status).toBe(401);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('exports its data as a file, and ends all sessions after confirmation', async () => {
    const { page, player, ...visitor } = await openDashboard();
    await expectRefusals(page, '**/api/account/export', {
      fallback: 'Failed to gather your data',
      submit: () => press(page, 'Download my data'),
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Download my data'),
    ]);
    const held: unknown = await json(await download.createReadStream());
    expect(held).toMatchObject({ account: { email: player.email }, purchases: [] });
    await expectAccessible(page);

    await press(page, 'Where you are logged in');
    await press(page, 'Cancel');
    expect((await api.get('/api/auth/verify', player)).status).toBe(200);
    await press(page, 'Where you are logged in');
    await page.getByText('(this device)').waitFor();
    await expectAccessible(page);
    await expectRefusals(page, '**/api/auth/logout-everywhere', {
      fallback: 'Failed to end your sessions',
      submit: () => press(page, 'Log out everywhere'),
    });
    await press(page, 'Log out everywhere');
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedItem(page, 'token')).toBeNull();
    expect((await api.get('/api/auth/verify', player)).status).toBe(401);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('is deleted in two steps with its password', async () => {
    const { page, player, ...visitor } = await openDashboard({ width: 1440, height: 900 });
    await press(page, 'Delete Account');
    await expectAccessible(page);
    await press(page, 'I want to delete my account');
    await press(page, 'Permanently Delete Account');
    await expectVisible(page, 'Password is required');
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await press(page, 'Permanently Delete Account');
    await expectVisible(page, 'Password is incorrect');
    await expectRefusals(page, '**/api/account/delete', {
      fallback: 'Failed to delete account',
      submit: () => press(page, 'Permanently Delete Account'),
    });
    await page.getByLabel('Password', { exact: true }).fill(player.password);
    await press(page, 'Permanently Delete Account');
    await page.waitForURL((url) => url.pathname === '/');
    await expectVisible(page, 'Your account is deleted.');
    await expectVisible(page, 'Hunt for Treasure Worth Thousands');
    await expectAccessible(page);
    expect(await storedItem(page, 'token')).toBeNull();
    expect(await storedItem(page, 'user')).toBeNull();
    const again = await api.post('/api/auth/login', player);
    expect(again).toMatchObject({ status: 401, body: { error: 'Invalid email or password' } });
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function openDashboard(
  viewport = { width: 360, height: 740 },
): Promise<Visitor & { player: Player }> {
  const player = await createPlayer(site);
  const visitor = await openVisitor(browser, site.url, { viewport });
  await visitor.page.goto('/login');
  await fillLogin(visitor.page, player.email, player.password);
  await visitor.page.waitForURL('**/dashboard');
  await expectVisible(visitor.page, 'My Hunts (0)');
  return { ...visitor, player };
}

async function fillNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(repeated);
}

/** The newest such link among the mails to an address, once `count` have arrived. */
async function findLink(email: string, path: string, count = 1): Promise<URL> {
  const pattern = new RegExp(`https?://\\S+${path}\\?token=\\S+`);
  const links = await waitUntil(
    async () => {
      const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(email)}`);
      const found = (body as { text: string }[]).flatMap(({ text }) => pattern.exec(text) ?? []);
      return found.length >= count ? found : null;
    },
    { what: `${count} link(s) to ${path} for ${email}` },
  );
  return new URL(links.at(-1) ?? '');
}

/** Holds a request back until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

type Form = { fallback: string; submit: () => Promise<void> };

/** Every form: the server's error text, the page's own text without one, the wait of a limit, and no response. */
async function expectRefusals(page: Page, address: string, form: Form): Promise<void> {
  const wait = 'Too many attempts. Please try again in 14 minutes.';
  const cases: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.fulfill({ status: 429, json: { error: wait } }), wait],
    [(route) => route.fulfill({ status: 503, body: '<html>' }), form.fallback],
    [(route) => route.abort(), 'An error occurred. Please try again.'],
  ];
  for (const [answer, text] of cases) {
    await page.route(address, answer);
    await form.submit();
    const box = page.getByRole('main').getByRole('alert').filter({ hasText: text });
    await box.waitFor();
    await page.unroute(address);
  }
  await expectAccessible(page);
}
