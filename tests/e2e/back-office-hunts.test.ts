import { randomBytes } from 'node:crypto';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, logInAdmin, openAsStaff, openTab, site, uniqueName } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
const CODE = /^[A-Z0-9-]{12,}$/;
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('a hunt in the back office', () => {
  it('is created, opened, announced, claimed, rejected, claimed again and verified', async () => {
    const handle = uniqueName('hunt');
    const title = `The ${handle}`;
    const visitor = await openAsStaff(browser, '/admin?tab=hunts&hunt=new', {
      viewport: { width: 1440, height: 900 },
      ownContext: true,
    });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create hunt' }).click();
    await expectVisible(page, 'A title is required');
    await expectAccessible(page);
    await fillHunt(page, { title, handle });
    await openTab(page, 'Claims');
    await page.getByText(/^Showing/).waitFor();
    await openTab(page, 'Hunts');
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    await page.getByRole('button', { name: 'Create hunt' }).click();
    await expectCardPrintsAlone(page, title);
    const firstCode = await readCode(page);

    await page.getByRole('button', { name: 'Open this hunt' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open it now' }).click();
    await expect.poll(async () => (await findProduct(api, handle)).status).toBe('active');
    await page.getByRole('button', { name: 'Open this hunt' }).waitFor({ state: 'detached' });

    await writeClue(page);
    await expectMemberReads(handle);

    const lost = await claim(handle, firstCode);
    await decide(page, { title, secret: 'f'.repeat(64), outcome: 'Rejected' });
    await expectVisible(page, 'The secret does not match');
    await page.getByLabel('The finder’s secret').fill(lost);
    await page.getByRole('button', { name: 'Reject the claim' }).click();
    const secondCode = await readCode(page);
    expect(secondCode).not.toBe(firstCode);

    const won = await claim(handle, secondCode);
    await page.reload();
    await decide(page, {
      title,
      secret: won.toUpperCase(),
      outcome: 'Verified: the box was found',
    });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: title }).getByText('Verified').first().waitFor();
    const { body } = await api.get(`/api/hunts/${handle}/fairness`);
    expect(body).toMatchObject({ reveal: { code: expect.any(String) } });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-3.7 P-5.7 is created once when the response is lost; its code shows until confirmed', async () => {
    const handle = uniqueName('lost');
    const visitor = await openAsStaff(browser, '/admin?tab=hunts&hunt=new');
    const { page } = visitor;
    const keys: (string | undefined)[] = [];
    await page.route('**/api/admin/hunts', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      keys.push(request.headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      expect((await route.fetch()).status()).toBe(201);
      await route.abort();
    });
    await fillHunt(page, { title: `The ${handle}`, handle });
    await page.getByRole('button', { name: 'Create hunt' }).click();
    await page
      .getByText(/^There was no answer/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create hunt' }).click();
    const dialog = page.getByRole('dialog', { name: 'The treasure code' });
    await dialog.waitFor();
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const code = await dialog.locator('p').filter({ hasText: CODE }).innerText();

    const { token } = await logInAdmin();
    const id = await findDraft(handle, token);
    await page.goto(`/admin?tab=hunts&hunt=${id}`);
    await page.getByRole('button', { name: 'Show the code' }).click();
    expect(await readCode(page)).toBe(code);
    await page.getByRole('button', { name: 'Show the code' }).waitFor({ state: 'detached' });
    expect((await api.get(`/api/admin/hunts/${id}/treasure-code`, { token })).status).toBe(404);
    await visitor.close();
  });

  it('shows the release of each clue; a clue deleted before its release stays hidden', async () => {
    const title = uniqueName('Later');
    const { token } = await logInAdmin();
    const { id } = await findProduct(api, 'vt-troll-hunt');
    const clue = {
      kind: 'update',
      title,
      body_html: '<p>Soon</p>',
      publish_at: '2099-01-01T12:00:00.000Z',
    };
    expect((await api.post(`/api/admin/hunts/${id}/clues`, clue, { token })).status).toBe(201);
    const visitor = await openAsStaff(browser, '/admin?tab=plan');
    const { page } = visitor;
    const plan = page.getByRole('table', { name: 'What comes out when' });
    await plan.getByText(title).waitFor();
    await expectAccessible(page);
    await plan.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('button', { name: 'Write one' }).waitFor();
    await page.getByRole('tab', { name: 'Plan' }).click();
    await plan.or(page.getByText('Nothing is scheduled.')).waitFor();
    await page.getByText(title).waitFor({ state: 'detached' });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('lists its messages with their outcomes', async () => {
    const player = await createPlayer(site);
    const visitor = await openAsStaff(browser, '/admin?tab=deliveries');
    const { page } = visitor;
    await page.getByText('Nothing has failed.').or(page.getByRole('table')).waitFor();
    await page.getByLabel('State').selectOption('sent');
    await page.getByRole('table', { name: 'Messages' }).getByText('Sent').first().waitFor();
    await expectAccessible(page);
    await page.goto(`/admin/user/${player.userId}`);
    const messages = page.getByRole('table', { name: 'Messages' });
    await messages
      .getByText(/What happened/)
      .first()
      .click();
    await messages
      .getByText(/accepted|sent/i)
      .first()
      .waitFor();
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function fillHunt(page: Page, { title, handle }: { title: string; handle: string }) {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Region').fill('Maine');
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Description').first().fill('A lighthouse keeps it.');
  await page.getByLabel('Price in dollars').fill('20');
  await page.getByText('Show a search area on a map').click();
  await page.getByLabel('Latitude').fill('44.4');
  await page.getByRole('application', { name: /Map of the search area/ }).waitFor();
  await expectAccessible(page);
}

/** The id of a hunt that is not public. */
async function findDraft(handle: string, token: string): Promise<string> {
  const { body } = await api.get('/api/admin/hunts', { token });
  const { hunts } = body as { hunts: StaffHunt[] };
  const hunt = hunts.find((each) => each.handle === handle);
  expect(hunt?.status).toBe('draft');
  return hunt?.id ?? '';
}

/** Reads the code in the one dialog that shows it, which Escape does not close. */
async function readCode(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'The treasure code' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  const code = await dialog.locator('p').filter({ hasText: CODE }).innerText();
  await dialog.getByText('I have it in a safe place').click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return code;
}

/** The printed page has the hunt and its code, and neither buttons nor the page behind the dialog. */
async function expectCardPrintsAlone(page: Page, title: string): Promise<void> {
  await page.getByRole('dialog', { name: 'The treasure code' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expectAccessible(page);
  const printed = (await page.locator('body').innerText()).split(/\n+/).filter(Boolean);
  expect(printed).toEqual(['The treasure code', 'Cairn', title, expect.stringMatching(CODE)]);
  await page.emulateMedia({ media: null, colorScheme: null });
}

async function writeClue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write one' }).click();
  await page.getByRole('heading', { name: 'New clue or update' }).waitFor();
  await page.getByLabel('Title').fill('North by the light');
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Count the steps.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog').getByText('Count the steps.').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Now, to all members at once').check();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('dialog').getByText('0 emails').waitFor();
  await expectAccessible(page);
  // The page asks for a release in 30 seconds by its own clock.
  await page.clock.setSystemTime(Date.now() - 60_000);
  await page.getByRole('button', { name: 'Publish in 30 seconds' }).click();
  await page.getByRole('row', { name: 'North by the light' }).getByText('Out').waitFor();
  // Cached data would count as fetched in the future, and not be fetched again.
  await page.clock.setSystemTime(Date.now());
}

async function expectMemberReads(handle: string): Promise<void> {
  const player = await createPlayer(site);
  const product = await findProduct(api, handle);
  await recordPurchase(player, product, await pay(site, player, product));
  const { body } = await api.get(`/api/hunt/data/${handle}`, player);
  expect(body).toMatchObject({
    clues: [{ number: 1, title: 'North by the light', body_html: '<p>Count the steps.</p>' }],
  });
}

/** Claims without a login; returns the claim secret. */
async function claim(handle: string, code: string): Promise<string> {
  const claimKey = randomBytes(32).toString('hex');
  const finder = createClient(site.url, `127.0.9.${1 + Math.floor(Math.random() * 250)}`);
  const answer = await finder.post(`/api/hunts/${handle}/claim`, { code, claimKey });
  expect(answer.status).toBe(200);
  return claimKey;
}

type Decision = { title: string; secret: string; outcome: string };

async function decide(page: Page, { title, secret, outcome }: Decision): Promise<void> {
  await openTab(page, 'Claims');
  await page.getByRole('button', { name: `Check claim on ${title}` }).click();
  await page.getByLabel('The finder’s secret').fill(secret);
  await page.getByLabel(outcome, { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(?:Verify|Reject) the claim$/ }).click();
}
