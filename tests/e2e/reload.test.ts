import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { HUNT, NON_MEMBER, ok, openStage, type State, sent, tokenFor, USER } from './state.ts';
import { expectVisible } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

const SENT: State[] = [
  {
    name: 'sign-up',
    path: '/signup',
    answers: { '/auth/signup': { status: 201, json: { message: 'ok' } } },
    act: sent(
      {
        Email: 'eve@example.com',
        Password: 'three stones stacked',
        'Confirm Password': 'three stones stacked',
      },
      'Sign Up',
    ),
    texts: ['Check your email', 'eve@example.com'],
  },
  {
    name: 'request of a reset',
    path: '/request-reset',
    answers: { '/auth/password-reset/request': ok({ message: 'ok' }) },
    act: sent({ Email: 'eve@example.com' }, 'Send Reset Link'),
    texts: [
      "Check your email: If an account exists with that email, we've sent password reset instructions.",
    ],
  },
  {
    name: 'request of a new link',
    path: '/resend-verification',
    answers: { '/auth/resend-verification': ok({ message: 'ok' }) },
    act: sent({ Email: 'eve@example.com' }, 'Resend Verification Email'),
    texts: [
      "Check your email: If an account exists with that email, we've sent a new verification link. Please check your inbox and spam/junk folder.",
    ],
  },
];

/** Disables the timer of pages that redirect after three seconds. */
const STAY = `const wait = window.setTimeout;
window.setTimeout = (run, ms, ...rest) => (ms === 3000 ? 0 : wait(run, ms, ...rest));`;

const DONE: State[] = [
  {
    name: 'verification',
    path: '/verify-email?token=x',
    answers: {
      '/auth/verify-email': ok({ token: tokenFor(3600), user: USER }),
      '/auth/verify': ok(USER),
    },
    texts: ['Email Verified!', 'Redirecting to dashboard...'],
  },
  {
    name: 'new password',
    path: '/reset-password?token=x',
    answers: { '/auth/password-reset/reset': ok({ message: 'ok' }) },
    act: sent(
      { 'New Password': 'three new stones', 'Confirm New Password': 'three new stones' },
      'Reset Password',
    ),
    texts: ['Password Reset Successful: Your password has been reset. Redirecting to login...'],
  },
];

describe.skipIf(!executablePath)('a shown result survives a reload', () => {
  it.each(SENT)('$name, and a new visit shows the form again', async (state) => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    const stage = await openStage(page);
    await stage.show(state);
    await page.reload();
    for (const text of state.texts) await expectVisible(page, text);
    await page.goto('/about');
    await page.goto(state.path);
    await page.getByLabel('Email', { exact: true }).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it.each(DONE)('$name, before the redirect; axe finds nothing', async (state) => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    const script = await page.addInitScript({ content: STAY });
    const stage = await openStage(page);
    await stage.show(state);
    await page.reload();
    for (const text of state.texts) await expectVisible(page, text);
    await expectAccessible(page);
    visitor.expectNoFaults();
    await script.dispose();
    await visitor.close();
  });
});

describe.skipIf(!executablePath)('two tabs', () => {
  it.each([
    {
      path: '/contact',
      kept: 'contactFormRateLimit',
      count: (now: number) => ({ count: 3, lastReset: now, blocked: true, timeRemaining: 10 }),
      text: '0 of 3 submissions remaining in this 10-minute window',
    },
    {
      path: '/porterstash/secretcode',
      kept: 'porterStashAttempts',
      count: (now: number) => ({ attempts: 1, resetTime: now + 60_000, blocked: false }),
      text: '2 of 3 attempts remaining',
    },
  ])('a count in one tab at $path shows in the other', async ({ path, kept, count, text }) => {
    const visitor = await openVisitor(browser, site.url);
    const { page, context } = visitor;
    await page.goto(path);
    const other = await context.newPage();
    await other.goto('/about');
    await other.evaluate(([key, value]) => localStorage.setItem(key, value), [
      kept,
      JSON.stringify(count(Date.now())),
    ] as const);
    await expectVisible(page, text);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a logout in the other tab blocks the payment with a message', async () => {
    const visitor = await openVisitor(browser, site.url);
    const { page, context } = visitor;
    const stage = await openStage(page);
    await stage.show({
      name: 'paying',
      path: '/hunts',
      stored: { token: tokenFor(3600) },
      answers: { '/auth/verify': ok(NON_MEMBER), '/products': ok([HUNT]) },
      act: async () => {
        await page.getByRole('button', { name: 'Join this hunt for $20' }).click();
        await page.getByLabel('Credit or debit card number').waitFor();
      },
      texts: ['Pay $20'],
    });
    const other = await context.newPage();
    await other.goto('/about');
    await other.evaluate(() => localStorage.removeItem('token'));
    const dialog = page.getByRole('dialog', { name: `Join ${HUNT.title}` });
    await dialog.getByRole('alert').getByText('You are logged out, and nothing was').waitFor();
    expect(await dialog.getByRole('button', { name: 'Pay $20' }).count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login');
    visitor.expectNoFaults();
    await visitor.close();
  });
});
