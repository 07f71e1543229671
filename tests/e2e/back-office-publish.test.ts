import { randomBytes } from 'node:crypto';
import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { createMember, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { api, logInAdmin, openAsStaff, site, uniqueName } from './staff.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;
let admin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  admin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('publishing', () => {
  it('says how many messages go out, waits 30 seconds by the clock of the server and is undone by keyboard', async () => {
    const hunt = await admin.openHunt();
    await createMember(site, hunt);
    const title = uniqueName('Too early');
    const visitor = await openAsStaff(browser, `/admin?tab=hunts&hunt=${hunt.id}&clue=new`, {
      viewport: { width: 1440, height: 900 },
      ownContext: true,
    });
    const { page } = visitor;
    // A server time of an hour ahead: the release does not come while a slow machine runs the test.
    await setServerTime(page, Date.now() + 3_600_000);
    await page.clock.setFixedTime(Date.now() - 3_600_000);
    await page.reload();
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Count the steps.');
    await page.getByLabel('Now, to all members at once').check();
    await page.getByRole('button', { name: 'Publish now' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Publish the clue “${title}”?` });
    await dialog.getByText('1 email', { exact: true }).waitFor();
    await dialog.getByText('0 text messages').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish in 30 seconds' }).press('Enter');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect((await findClue(hunt.id, title)).is_published).toBe(false);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await undo.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: title }).getByText('Draft').waitFor();
    expect((await findClue(hunt.id, title)).publish_at).toBeNull();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('starts a hunt as a draft with a proposed handle, shows it as a member sees it, and publishes it', async () => {
    const title = `The Ford of ${randomBytes(4).toString('hex')}`;
    const handle = title.toLowerCase().replaceAll(' ', '-');
    const visitor = await openAsStaff(browser, '/admin?tab=hunts&hunt=new');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create hunt' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'To be corrected' });
    for (const text of ['A title is required', 'A region is required']) {
      await summary.getByText(text).waitFor();
    }
    await fillDraft(page, title);
    expect(await page.getByLabel('Handle').inputValue()).toBe(handle);
    await page.getByRole('button', { name: 'Create hunt' }).click();
    await page.getByRole('heading', { name: title, level: 2 }).waitFor();
    await writeForOpening(page);
    await page.getByRole('button', { name: 'View as a member' }).click();
    await page.getByText('You see this hunt as its members do.').waitFor();
    await page.getByText('No clue is out yet.').waitFor();
    await page.getByLabel('Show').selectOption('written');
    await page.getByRole('heading', { name: 'At the mill' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '← Back to the hunt' }).click();
    expect(await listHandles()).not.toContain(handle);
    await page.getByRole('button', { name: 'Show as upcoming' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show it as upcoming' }).press('Enter');
    await page.getByRole('button', { name: 'Show as upcoming' }).waitFor({ state: 'detached' });
    await expect.poll(listHandles).toContain(handle);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

/** Answers with this Date header, whatever the clock of the browser says. */
async function setServerTime(page: Page, time: number): Promise<void> {
  const isAnswer = ({ pathname }: URL) =>
    pathname.startsWith('/api/') && !pathname.endsWith('/live');
  await page.route(isAnswer, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(time).toUTCString() };
    await route.fulfill({ response, headers });
  });
}

async function fillDraft(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Region').fill('Maine');
  await page.getByLabel('Description').fill('A box at the ford.');
  await page.getByLabel('Price in dollars').fill('20');
  await page.getByLabel('Treasure code').fill(`Quill-${randomBytes(6).toString('hex')}`);
}

async function writeForOpening(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write one' }).click();
  await page.getByLabel('Title').fill('At the mill');
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Turn left.');
  await page.getByLabel('When the hunt opens').check();
  await page.getByRole('button', { name: 'Save for the opening' }).click();
  await page.getByRole('row', { name: 'At the mill' }).getByText('When the hunt opens').waitFor();
}

async function listHandles(): Promise<string[]> {
  const { body } = await api.get('/api/products');
  return (body as { handle: string }[]).map(({ handle }) => handle);
}

async function findClue(huntId: string, title: string): Promise<StaffClue> {
  const { token } = await logInAdmin();
  const { body } = await api.get(`/api/admin/hunts/${huntId}/clues`, { token });
  const clue = (body as { clues: StaffClue[] }).clues.find((each) => each.title === title);
  if (!clue) throw new Error(`no clue ${title}`);
  return clue;
}
