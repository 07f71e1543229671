import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { findMail, openAsStaff, openTab, site, uniqueName } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('contact messages in the back office', () => {
  it('are answered by keyboard, and the answer is mailed and stays there', async () => {
    const { name, email } = await writeToStaff('Is the trail open in May?');
    const visitor = await openAsStaff(browser, '/admin');
    const { page } = visitor;
    await openTab(page, 'Messages');
    await page.getByLabel('Search').fill(email);
    await expectVisible(page, '1 of 1 messages');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Answer ${name}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('It opens on May 9.');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectVisible(page, `The answer goes to ${email}.`);
    const mail = await findMail(email, ({ subject }) => subject === 'Our answer to your message');
    expect(mail.text).toContain('It opens on May 9.');
    await page.getByLabel('Status').selectOption('answered');
    await page.getByText(/^Answer, .*, mail: sent$/).waitFor();
    await page.getByRole('button', { name: `Close: ${name}` }).click();
    await expectVisible(page, 'The message is closed.');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('show the reason and keep the text when an answer is refused', async () => {
    const { name, email } = await writeToStaff('Is anyone there?');
    const { page, context, close } = await openAsStaff(
      browser,
      `/admin?tab=messages&search=${encodeURIComponent(email)}`,
    );
    await page.getByRole('button', { name: `Answer ${name}` }).click();
    const area = page.getByLabel(`Answer to ${name}`);
    await area.fill('Yes.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText(/^There was no answer, so it is not known/).waitFor();
    expect(await area.inputValue()).toBe('Yes.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expectVisible(page, `The answer goes to ${email}.`);
    await close();
  });
});

async function writeToStaff(message: string) {
  const name = uniqueName('Writer');
  const email = `${name.toLowerCase()}@example.com`;
  const client = createClient(site.url, newAddress());
  const { status } = await client.post('/api/contact', { name, email, message });
  expect(status).toBe(200);
  return { name, email };
}
