import { randomBytes } from 'node:crypto';
import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible, openVisitor } from './browser.ts';
import { CODE, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { api, openAsStaff, site } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;
let huntAdmin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

/** A complete hunt with one clue and a verified claim. */
async function openFoundHunt(): Promise<StaffHunt> {
  const hunt = await huntAdmin.openHunt();
  await huntAdmin.publish(hunt, 'The first', new Date());
  const claimKey = randomBytes(32).toString('hex');
  const claim = await api.post(`/api/hunts/${hunt.handle}/claim`, { code: CODE, claimKey });
  const { claimId } = claim.body as { claimId: string };
  await huntAdmin.act<StaffClaim>(`/api/admin/claims/${claimId}/verify`, {
    claimSecret: claimKey,
    outcome: 'verified',
  });
  return hunt;
}

async function writeReport(page: Page): Promise<void> {
  await page.getByLabel('Winner’s name').fill('Ada from Maine');
  await page.getByRole('textbox', { name: 'The winner’s story' }).click();
  await page.keyboard.type('We walked the river twice.');
  await page.getByRole('textbox', { name: 'Solution of Clue 1: The first' }).click();
  await page.keyboard.type('The mill stands at the weir.');
}

describe.skipIf(!executablePath)('the winner’s story, in a browser', () => {
  it('staff write it, continue a draft, and publish it; visitors read it until it is unpublished', async () => {
    const hunt = await openFoundHunt();
    const staff = await openAsStaff(browser, `/admin?tab=hunts&hunt=${hunt.id}`);
    const { page } = staff;
    const panel = page.getByRole('region', { name: 'Winner’s story and solutions' });
    await writeReport(page);
    await panel
      .getByText('Unsaved changes are kept as a draft, also for another computer.')
      .waitFor();
    await expectAccessible(page);
    await page.reload();
    await panel.getByText('We walked the river twice.').waitFor();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByText('Saved.').waitFor();

    const visitor = await openVisitor(browser, site.url);
    await visitor.page.goto(`/hunts/${hunt.handle}`);
    await expectVisible(
      visitor.page,
      'The winner’s story and the solutions of the clues are not published yet.',
    );
    await panel.getByRole('button', { name: 'Publish story and solutions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await panel.getByText(/^Public since/).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'How Ada from Maine found the box' }).waitFor();
    for (const text of ['We walked the river twice.', 'The mill stands at the weir.'])
      await expectVisible(visitor.page, text);
    await visitor.page.getByRole('heading', { name: 'Clue 1: The first' }).waitFor();
    await expectAccessible(visitor.page);

    await panel.getByRole('button', { name: 'Unpublish story and solutions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await panel.getByText(/^Only staff can read it/).waitFor();
    await visitor.page.reload();
    await expectVisible(
      visitor.page,
      'The winner’s story and the solutions of the clues are not published yet.',
    );
    expect(await visitor.page.getByText('The mill stands at the weir.').count()).toBe(0);
    for (const each of [staff, visitor]) {
      each.expectNoFaults();
      await each.close();
    }
  });
});
