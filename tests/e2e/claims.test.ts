import { createHash } from 'node:crypto';
import type { Fairness } from '@cairn/contracts/http/claims.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { CODE, createMember, type HuntAdmin, loginHuntAdmin, NORMALISED } from './hunt-admin.ts';
import { expectAnnounced, expectVisible, press } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');

let browser: Browser;
let huntAdmin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

async function openAt(path: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, site.url);
  await visitor.page.goto(path);
  return visitor;
}

async function openAsMember(hunt: StaffHunt): Promise<Visitor> {
  const { token } = await createMember(site, hunt);
  const visitor = await openVisitor(browser, site.url, { login: { token } });
  await visitor.page.goto(`/hunt/${hunt.handle}`);
  return visitor;
}

async function done(...visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    visitor.expectNoFaults();
    await visitor.close();
  }
}

async function claim(page: Page, code: string): Promise<void> {
  await page.getByLabel('Treasure code').fill(code);
  await press(page, 'Claim the treasure');
}

/** The claim id and the secret as the card shows them. */
async function readCard(page: Page): Promise<{ claimId: string; secret: string }> {
  await page.getByRole('heading', { name: 'You found it.' }).waitFor();
  const read = (name: string) => page.locator(`dt:text-is("${name}") + dd`).innerText();
  return { claimId: await read('Claim id'), secret: await read('Secret') };
}

describe.skipIf(!executablePath)('a claim, in a browser', () => {
  it('P-5.2 succeeds despite a lost response and a reload, and every open page shows it', async () => {
    const hunt = await huntAdmin.openHunt();
    const member = await openAsMember(hunt);
    const list = await openAt('/hunts?sort=newest');
    const finder = await openAt(`/hunt/${hunt.handle}/claim`);
    const { page } = finder;
    await list.page.getByRole('heading', { name: hunt.title }).waitFor();
    await page.getByRole('heading', { name: `Claim ${hunt.title}` }).waitFor();
    await expectAccessible(page);

    await press(page, 'Claim the treasure');
    await expectVisible(page, 'Please enter the code from the box.');
    await claim(page, 'not this one');
    await page.getByRole('alert').getByText('Incorrect code').waitFor();
    await expectAccessible(page);

    // The server accepts the claim, but its response is lost.
    await page.route('**/claim', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await expectAnnounced(page, 'Waiting for reception', () =>
      claim(page, ` ${CODE.toLowerCase().replace('o', '0')} `),
    );
    await expectAccessible(page);
    await expectVisible(member.page, 'This hunt is complete');
    await list.page.getByRole('heading', { name: /^Past hunts/ }).click();
    const listed = list.page.getByRole('listitem').filter({ hasText: hunt.title });
    await listed.getByText('Complete', { exact: true }).waitFor();

    // A retry may be in flight at this moment.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    const card = await readCard(page);
    await expectAccessible(page);
    await page.reload();
    expect(await readCard(page)).toEqual(card);
    await done(member, list, finder);
    await expectVerified(hunt, card);
  });

  /** Staff check the secret of the finder's card; then any browser checks the code. */
  async function expectVerified(
    hunt: StaffHunt,
    { claimId, secret }: { claimId: string; secret: string },
  ): Promise<void> {
    const decided = await huntAdmin.act(`/api/admin/claims/${claimId}/verify`, {
      claimSecret: secret,
      outcome: 'verified',
      note: 'At the box',
    });
    expect(decided).toMatchObject({ state: 'verified' });
    const reader = await openAt(`/hunt/${hunt.handle}/claim`);
    await reader.page.getByText('It matches: salt and code have this very fingerprint.').waitFor();
    await expectVisible(reader.page, NORMALISED);
    await expectVisible(reader.page, 'This hunt is already complete');
    expect(await reader.page.getByLabel('Treasure code').count()).toBe(0);
    await expectAccessible(reader.page);
    const { body } = await createClient(site.url).get(`/api/hunts/${hunt.handle}/fairness`);
    const { commitment, reveal } = body as Fairness;
    const computed = createHash('sha256')
      .update(Buffer.from(reveal?.salt ?? '', 'hex'))
      .update(reveal?.code ?? '');
    expect(computed.digest('hex')).toBe(commitment);
    await done(reader);
  }

  it('is one claim in two tabs: the tab that is online completes it for both', async () => {
    const hunt = await huntAdmin.openHunt();
    const finder = await openAt(`/hunt/${hunt.handle}/claim`);
    const { page, context } = finder;
    await page.route('**/claim', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await claim(page, CODE);
    await expectVisible(page, 'Waiting for reception');
    const other = await context.newPage();
    await other.goto(`/hunt/${hunt.handle}/claim`);
    const card = await readCard(other);
    expect(await readCard(page)).toEqual(card);
    await done(finder);
  });

  it('waits for the start of the hunt, and counts down the wait of a limit; by keyboard alone', async () => {
    const hunt = await huntAdmin.openHunt({ status: 'upcoming' });
    const finder = await openAt(`/hunt/${hunt.handle}/claim`);
    const { page } = finder;
    await expectVisible(page, 'This hunt has not started yet');
    const field = page.getByLabel('Treasure code');
    expect(await field.count()).toBe(0);
    await huntAdmin.act(`/api/admin/hunts/${hunt.id}`, { status: 'active' }, 'PATCH');
    await field.waitFor();

    const limited = { error: 'Too many attempts. Please try again in 8 seconds.' };
    await page.route(
      '**/claim',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '8' }, json: limited }),
      { times: 1 },
    );
    await tabTo(page, field);
    await page.keyboard.type(CODE);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(limited.error).waitFor();
    await page.getByRole('button', { name: /^Try again in \d seconds?$/ }).waitFor();
    await page.getByRole('button', { name: 'Claim the treasure' }).waitFor();
    expect(await field.inputValue()).toBe(CODE);
    await page.keyboard.press('Enter');
    await readCard(page);
    await done(finder);
  });

  it('rejected by staff reveals its code for anyone to check, and lets the finder try again', async () => {
    const hunt = await huntAdmin.openHunt();
    const finder = await openAt(`/hunt/${hunt.handle}/claim`);
    const { page } = finder;
    await claim(page, CODE);
    const { claimId } = await readCard(page);
    await huntAdmin.act(`/api/admin/claims/${claimId}/verify`, {
      outcome: 'rejected',
      note: 'No box',
    });
    await page.reload();
    await page.getByRole('alert').getByText('This claim was not accepted').waitFor();
    await tabTo(page, page.locator('summary', { hasText: 'Codes that were ended (1)' }));
    await page.keyboard.press('Enter');
    await expectVisible(page, NORMALISED);
    await page.getByText('It matches: salt and code have this very fingerprint.').waitFor();
    await expectAccessible(page);
    await claim(page, CODE);
    await page.getByRole('alert').getByText('Incorrect code').waitFor();
    await done(finder);
  });
});

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${target} by Tab`);
}
