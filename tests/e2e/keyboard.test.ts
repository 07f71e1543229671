import { randomBytes } from 'node:crypto';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { findVerificationLink } from '../support/player.ts';
import { closeVisitors, connectBrowser, openVisitor } from './browser.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
const PASSWORD = 'three stones stacked';
const TITLE = 'The Vermont Troll Hunt';
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

type Walk = { page: Page; keys: Keyboard; email: string };

describe.skipIf(!executablePath)('the main job, by keyboard alone', () => {
  it('from the home page to the deletion of the account without losing the focus', async () => {
    const { page, ...visitor } = await openVisitor(browser, site.url);
    const email = `keys-${randomBytes(5).toString('hex')}@example.com`;
    const walk = { page, email, keys: keyboardOf(page) };
    await page.goto('/');
    await signUp(walk);
    await verify(walk);
    await logOutAndIn(walk);
    await joinHunt(walk);
    await readClues(walk);
    await visitClaimPage(walk);
    await setAlerts(walk);
    await addPhone(walk);
    await readReceipt(walk);
    await deleteAccount(walk);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function signUp({ page, keys, email }: Walk): Promise<void> {
  await keys.press('Tab');
  await keys.expectFocus(page.getByRole('link', { name: 'Skip to the content' }));
  await keys.press('Enter');
  await keys.follow(link(page, 'Join the hunt'));
  await keys.expectFocus(page.getByLabel('Email', { exact: true }));
  await keys.follow(button(page, 'Sign Up'));
  await keys.expectFocus(page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(email);
  await keys.press('Enter');
  await keys.expectFocus(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await keys.press('Enter');
  await keys.expectFocus(page.getByLabel('Confirm Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  for (const text of [/Terms of Service/, /Risk Waiver/]) {
    await keys.tabTo(page.getByRole('checkbox', { name: text }));
    await keys.press('Space');
  }
  await keys.follow(button(page, 'Sign Up'));
  await keys.expectFocus(heading(page, 'Check your email'));
}

async function verify({ page, keys, email }: Walk): Promise<void> {
  const { pathname, search } = await findVerificationLink(api, email);
  await page.goto(pathname + search);
  await keys.expectFocus(heading(page, 'Dashboard'));
}

/** Through the menu on a small screen. */
async function logOutAndIn({ page, keys, email }: Walk): Promise<void> {
  const banner = page.getByRole('banner');
  await keys.follow(banner.getByRole('button', { name: 'Menu' }));
  await keys.follow(banner.getByRole('button', { name: 'Log Out' }));
  await keys.expectFocus(heading(page, 'Hunt for Treasure Worth Thousands'));
  await keys.follow(banner.getByRole('button', { name: 'Menu' }));
  await keys.follow(banner.getByRole('link', { name: 'Login' }));
  await keys.expectFocus(page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(email);
  await keys.type(page.getByLabel('Password', { exact: true }), 'not the password');
  await keys.press('Enter');
  await page.getByText('Invalid email or password').waitFor();
  await keys.expectFocus(page.getByLabel('Password', { exact: true }));
  await keys.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await keys.press('Enter');
  await keys.expectFocus(heading(page, 'Dashboard'));
}

async function joinHunt({ page, keys }: Walk): Promise<void> {
  await keys.follow(link(page, 'View All Hunts'));
  await keys.expectFocus(heading(page, 'Treasure Hunts'));
  const card = page.getByRole('article', { name: TITLE });
  const box = card.getByRole('button', { name: 'The Treasure Box' });
  await keys.follow(box);
  await keys.follow(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  await keys.expectFocus(box);

  const join = card.getByRole('button', { name: 'Join this hunt for $20' });
  await keys.press('Shift+Tab');
  await keys.expectFocus(join);
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Join ${TITLE}` });
  await keys.expectFocus(dialog.getByLabel('Credit or debit card number'));
  await keys.follow(dialog.getByRole('button', { name: 'Cancel' }));
  await keys.expectFocus(join);
  await keys.press('Enter');
  await fillCard(dialog, keys, '4000000000000002');
  await keys.follow(dialog.getByRole('button', { name: 'Pay $20' }));
  await dialog.getByText('Your card was declined.').waitFor();
  await keys.expectFocus(dialog.getByRole('button', { name: 'Pay $20' }));
  const number = dialog.getByLabel('Credit or debit card number');
  await keys.tabTo(number);
  await keys.press('ControlOrMeta+A');
  await page.keyboard.type('4242424242424242');
  await keys.follow(dialog.getByRole('button', { name: 'Pay $20' }));
  await keys.expectFocus(page.getByRole('status').filter({ hasText: `You have joined ${TITLE}.` }));
}

async function fillCard(dialog: Locator, keys: Keyboard, number: string): Promise<void> {
  await keys.type(dialog.getByLabel('Credit or debit card number'), number);
  await keys.type(dialog.getByLabel('Credit or debit card expiration date'), '1234');
  await keys.type(dialog.getByLabel('Credit or debit card CVC/CVV'), '123');
  await keys.type(dialog.getByLabel('ZIP'), '05401');
}

async function readClues({ page, keys }: Walk): Promise<void> {
  await keys.follow(link(page, 'read its clues'));
  await keys.expectFocus(heading(page, TITLE));
}

async function visitClaimPage({ page, keys }: Walk): Promise<void> {
  await page.goBack();
  await keys.expectFocus(heading(page, 'Treasure Hunts'));
  await keys.follow(link(page, `Found the box? Claim ${TITLE}`));
  await keys.expectFocus(heading(page, `Claim ${TITLE}`));
  const code = page.getByLabel('Treasure code');
  await keys.follow(button(page, 'Claim the treasure'));
  await keys.expectFocus(code);
}

async function setAlerts({ page, keys }: Walk): Promise<void> {
  await keys.follow(page.getByRole('banner').getByRole('button', { name: 'Menu' }));
  await keys.follow(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }));
  await keys.expectFocus(heading(page, 'Dashboard'));
  const email = page.getByRole('switch', { name: `Email alerts for ${TITLE}` });
  await keys.tabTo(email);
  await keys.press('Space');
  await email.and(page.locator(':not(:checked)')).waitFor();
  await keys.expectFocus(email);
}

async function addPhone({ page, keys }: Walk): Promise<void> {
  const digits = randomBytes(2).readUInt16BE() % 10_000;
  const number = `802556${String(digits).padStart(4, '0')}`;
  await keys.type(page.getByLabel('Phone number'), number);
  await keys.press('Enter');
  const code = page.getByLabel('6-digit code');
  await keys.expectFocus(code);
  await page.keyboard.type(await findCode(`+1${number}`));
  await keys.press('Enter');
  await page.getByText('Verified', { exact: true }).waitFor();
  await keys.expectFocus(heading(page, 'Phone'));
  await keys.follow(button(page, 'Remove'));
  await keys.expectFocus(heading(page, 'Phone'));
  await keys.follow(button(page, 'Remove number'));
  await page.getByLabel('Phone number').waitFor();
  await keys.expectFocus(heading(page, 'Phone'));
}

async function findCode(to: string): Promise<string> {
  const read = async () => {
    const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(to)}`);
    return /\b\d{6}\b/.exec((body as { text: string }[]).at(-1)?.text ?? '')?.[0];
  };
  return (await waitUntil(read, { what: `a code for ${to}` })) ?? '';
}

async function readReceipt({ page, keys }: Walk): Promise<void> {
  await keys.follow(page.getByRole('link', { name: `Receipt for ${TITLE}` }));
  await keys.expectFocus(heading(page, 'Receipt'));
  await keys.follow(link(page, 'Back to Dashboard'));
  await keys.expectFocus(heading(page, 'Dashboard'));
}

async function deleteAccount({ page, keys }: Walk): Promise<void> {
  await keys.follow(button(page, 'Delete Account'));
  await keys.expectFocus(heading(page, 'Delete Account'));
  await keys.follow(button(page, 'I want to delete my account'));
  await keys.expectFocus(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await keys.press('Enter');
  await keys.expectFocus(page.getByRole('status').filter({ hasText: 'Your account is deleted.' }));
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('heading', { name, exact: true });
}

function link(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true });
}

function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}
