import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import { findProduct } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { CODE, createMember, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { api, findMail, openAsStaff, site } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
const REASON = 'The river has washed out the road.';
let browser: Browser;
let admin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  admin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('calling off a hunt', () => {
  it('spells out the numbers, refunds every member, mails them and closes the hunt', async () => {
    const hunt = await admin.openHunt();
    const members = [await createMember(site, hunt), await createMember(site, hunt)];
    const visitor = await openAsStaff(browser, `/admin?tab=hunts&hunt=${hunt.id}`);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Call off this hunt' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Call off ${hunt.title}?` });
    await expectVisible(page, '2 members');
    await expectVisible(page, '$25.00');
    await expectAccessible(page);
    await confirmByKeyboard(page, hunt.handle);
    await dialog.waitFor({ state: 'detached' });
    const focused = () => page.locator(':focus').getByRole('heading').allInnerTexts();
    await expect.poll(focused).toEqual(['Called off']);
    await page.getByText(/: 2 refunds made\.$/).waitFor();
    await page.getByText(`The members read: ${REASON}`).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Call off this hunt' }).count()).toBe(0);

    for (const { email, token } of members) {
      const mail = await findMail(
        email,
        ({ subject }) => subject === `${hunt.title} is called off`,
      );
      expect(mail.text).toContain(REASON);
      await findMail(email, ({ subject }) => subject === `Your refund: ${hunt.title}`);
      const { body } = await api.get('/api/account/purchases', { token });
      expect(body).toMatchObject({ purchases: [{ status: 'refunded' }] });
    }
    await expect
      .poll(() => findProduct(api, hunt.handle))
      .toMatchObject({ status: 'cancelled', purchase_bonus: 0, participants: 0 });
    const finder = createClient(site.url, newAddress());
    const claim = await finder.post(`/api/hunts/${hunt.handle}/claim`, { code: CODE });
    expect(claim).toMatchObject({ status: 409, body: { error: 'This hunt was called off' } });
    visitor.expectNoFaults();
    await visitor.close();
    await expectPublicPagesSayIt(hunt);
  }, 300_000);
});

/** The button is enabled only once the reason and the handle are typed. */
async function confirmByKeyboard(page: Page, handle: string): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Call it off and refund' });
  await page.getByLabel('Reason').focus();
  await page.keyboard.type(REASON);
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.type(handle);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

async function expectPublicPagesSayIt({ title, handle }: { title: string; handle: string }) {
  const { page, close } = await openVisitor(browser, site.url, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/hunts?sort=newest');
  await page.getByRole('heading', { name: /^Past hunts/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByText('Cancelled', { exact: true }).waitFor();
  await row.getByRole('link', { name: title }).click();
  await page.getByText('This hunt was called off. Every member gets their money back.').waitFor();
  expect(await page.getByRole('button', { name: /^Join/ }).count()).toBe(0);
  await page.goto(`/hunt/${handle}/claim`);
  await page.getByText('This hunt was called off').waitFor();
  expect(await page.getByLabel('Treasure code').count()).toBe(0);
  await close();
}
