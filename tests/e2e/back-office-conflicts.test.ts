import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { api, logInAdmin, openAsStaff, site, uniqueName } from './staff.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;
/** Another admin than the one of the pages. */
let other: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  other = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('two admins who edit the same', () => {
  it('hunt: the second one sees both texts, keeps theirs, and finds the other in the earlier texts', async () => {
    const hunt = await other.openHunt({ intro: 'First.' });
    const visitor = await openAsStaff(browser, `/admin?tab=hunts&hunt=${hunt.id}`);
    const { page } = visitor;
    await page.getByLabel('Introduction').fill('Local.');
    await other.act(
      `/api/admin/hunts/${hunt.id}`,
      { intro: 'Theirs.', rules: 'Be quiet.' },
      'PATCH',
    );
    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Someone else has changed ${hunt.title}` });
    await dialog.getByRole('region', { name: 'Introduction' }).getByText('Theirs.').waitFor();
    await dialog.getByRole('region', { name: 'Introduction' }).getByText('Local.').waitFor();
    await dialog.getByText(inject('admin').email).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep your version' }).press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await getHunt(hunt.id)).toMatchObject({ intro: 'Local.', rules: 'Be quiet.' });

    await page.getByRole('button', { name: 'Earlier texts' }).press('Enter');
    await page.getByRole('heading', { name: 'Earlier texts' }).waitFor();
    for (const text of ['Local.', 'Theirs.', 'First.'])
      await page.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('clue: the second one takes theirs, or merges by hand', async () => {
    const hunt = await other.openHunt();
    const path = `/api/admin/hunts/${hunt.id}/clues`;
    const title = uniqueName('Mill');
    const clue = await other.act<StaffClue>(path, {
      kind: 'clue',
      title,
      body_html: '<p>Go.</p>',
      publish_at: null,
    });
    const change = (body_html: string) => other.act(`${path}/${clue.id}`, { body_html }, 'PATCH');
    const visitor = await openAsStaff(browser, `/admin?tab=hunts&hunt=${hunt.id}&clue=${clue.id}`);
    const { page } = visitor;
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed Clue 1' });
    const text = page.getByRole('textbox', { name: 'Text' });

    await writeText(page, ' Slowly.');
    await change('<p>Go north.</p>');
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await dialog.getByText('Go north.').waitFor();
    await dialog.getByText('Go. Slowly.').waitFor();
    await dialog.getByRole('button', { name: 'Use the saved version' }).press('Enter');
    await text.getByText('Go north.').waitFor();

    await writeText(page, ' Slowly.');
    await change('<p>Go south.</p>');
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await dialog.getByRole('button', { name: 'Merge by hand' }).press('Enter');
    await page.getByRole('region', { name: 'Their texts' }).getByText('Go south.').waitFor();
    await text.getByText('Go north. Slowly.').waitFor();
    await expectAccessible(page);
    await writeText(page, ' South.');
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await page.getByRole('row', { name: title }).waitFor();
    expect(await getClue(hunt.id)).toMatchObject({
      body_html: '<p>Go north. Slowly. South.</p>',
    });
    visitor.expectNoFaults();
    await visitor.close();
  });
});

/** Types at the end of the text. */
async function writeText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

async function getHunt(id: string): Promise<StaffHunt> {
  const { token }: Session = await logInAdmin();
  return (await api.get(`/api/admin/hunts/${id}`, { token })).body as StaffHunt;
}

async function getClue(huntId: string): Promise<StaffClue | undefined> {
  const { token } = await logInAdmin();
  const { body } = await api.get(`/api/admin/hunts/${huntId}/clues`, { token });
  return (body as { clues: StaffClue[] }).clues[0];
}
