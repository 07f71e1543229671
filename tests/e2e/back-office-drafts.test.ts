import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { logInAdmin, openAs, openAsStaff, openTab, site, uniqueName } from './staff.ts';

const executablePath = inject('chromiumPath');
const KEPT = /^Unsaved changes are kept as a draft/;
const WIDE = { viewport: { width: 1440, height: 900 } };
let browser: Browser;
let admin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  admin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('unsaved input', () => {
  it('of a clue is there after a reload and on another computer, and is listed and discarded', async () => {
    const hunt = await admin.openHunt();
    const title = uniqueName('Half written');
    const path = `/admin?tab=hunts&hunt=${hunt.id}&clue=new`;
    const visitor = await openAsStaff(browser, path);
    const { page } = visitor;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Count the');
    await page.getByText(KEPT).waitFor();
    await page.reload();
    await expectClue(page, title);
    await expectAccessible(page);

    const session = await logInAdmin();
    const elsewhere = await openAs(browser, '/admin?tab=hunts', { session, options: WIDE });
    await elsewhere.page.getByRole('button', { name: `Continue: ${title}` }).press('Enter');
    await expectClue(elsewhere.page, title);
    await elsewhere.page.getByRole('button', { name: '← All hunts' }).click();
    const discard = elsewhere.page.getByRole('button', { name: `Discard: ${title}` });
    await discard.waitFor();
    await expectAccessible(elsewhere.page);
    await discard.press('Enter');
    await discard.waitFor({ state: 'detached' });
    await page.goto('/admin?tab=hunts');
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('button', { name: 'New hunt' }).waitFor();
        return page.getByText(title).count();
      })
      .toBe(0);
    visitor.expectNoFaults();
    elsewhere.expectNoFaults();
    await elsewhere.close();
    await visitor.close();
  });

  it('of a new hunt keeps no code', async () => {
    const title = uniqueName('The Weir');
    const visitor = await openAsStaff(browser, '/admin?tab=hunts&hunt=new');
    const { page } = visitor;
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Treasure code').fill('Quill-Ferry-7731');
    await page.getByText(KEPT).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title);
    expect(await page.getByLabel('Treasure code').inputValue()).toBe('');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('of a mail is there on another computer', async () => {
    const subject = uniqueName('News');
    const visitor = await openAsStaff(browser, '/admin?tab=email');
    const { page } = visitor;
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/form-drafts/email') && response.request().method() === 'PUT',
    );
    await page.getByLabel('Subject').fill(subject);
    expect((await kept).status()).toBe(200);
    const session = await logInAdmin();
    const elsewhere = await openAs(browser, '/admin', { session, options: WIDE });
    await openTab(elsewhere.page, 'Email');
    await expect.poll(() => elsewhere.page.getByLabel('Subject').inputValue()).toBe(subject);
    visitor.expectNoFaults();
    await elsewhere.close();
    await visitor.close();
  });
});

async function expectClue(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title);
  await page.getByRole('textbox', { name: 'Text' }).getByText('Count the').waitFor();
}
