import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, openVisitor } from './browser.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

type Form = {
  path: string;
  typed: Record<string, string>;
  ticked?: string[];
  button: string;
  call: string;
  /** The body of the request that the form sends. */
  body: Record<string, unknown>;
};

const EMAIL = 'slow.reader@example.com';
const PASSWORD = 'mountain kettle 7';
const FORMS: Form[] = [
  {
    path: '/login',
    typed: { Email: EMAIL, Password: PASSWORD },
    button: 'Log In',
    call: '/api/auth/login',
    body: { email: EMAIL, password: PASSWORD },
  },
  {
    path: '/signup',
    typed: { Email: EMAIL, Password: PASSWORD, 'Confirm Password': PASSWORD },
    ticked: ['I agree to the Terms of Service', 'I acknowledge and agree to the Risk Waiver'],
    button: 'Sign Up',
    call: '/api/auth/signup',
    body: { email: EMAIL, password: PASSWORD },
  },
  {
    path: '/request-reset',
    typed: { Email: EMAIL },
    button: 'Send Reset Link',
    call: '/api/auth/password-reset/request',
    body: { email: EMAIL },
  },
  {
    path: '/contact',
    typed: { Name: 'Sam', Email: EMAIL, Message: 'Is the bridge open in winter?' },
    button: 'Send Message',
    call: '/api/contact',
    body: { name: 'Sam', email: EMAIL, message: 'Is the bridge open in winter?' },
  },
  {
    path: '/porterstash/secretcode',
    typed: { 'Secret code': 'not the code' },
    button: 'Submit Code',
    call: '/api/porter-stash-code/verify',
    body: { code: 'not the code' },
  },
];

describe.skipIf(!executablePath)('a form before hydration', () => {
  it.each(FORMS)('$path is not submitted natively, and keeps its input', async (form) => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    const letScriptsCome = await holdScripts(page);
    await page.route(`**${form.call}`, (route) => route.fulfill({ json: { success: true } }));
    await page.goto(form.path, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    for (const [label, text] of Object.entries(form.typed)) {
      await main.getByLabel(label, { exact: true }).fill(text);
    }
    for (const label of form.ticked ?? []) await main.getByLabel(label).check();
    const button = main.getByRole('button', { name: form.button, exact: true });
    // A native submit would put the password into the URL.
    await main.getByRole('textbox').first().press('Enter');
    await button.click({ force: true });

    letScriptsCome();
    const [sent] = await Promise.all([page.waitForRequest(`**${form.call}`), button.click()]);
    expect(sent.postDataJSON()).toMatchObject(form.body);
    expect(new URL(page.url()).search).toBe('');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

it.skipIf(!executablePath)(
  'a menu whose page is there before its code opens with the first click that it takes',
  async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    const letScriptsCome = await holdScripts(page);
    await page.goto('/about', { waitUntil: 'commit' });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.waitFor();
    expect(await menu.isDisabled()).toBe(true);
    letScriptsCome();
    await menu.click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  },
);

/** Loads HTML and styles, but holds scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThemCome = () => {};
  const come = new Promise<void>((resolve) => {
    letThemCome = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await come;
    await route.continue();
  });
  return letThemCome;
}
