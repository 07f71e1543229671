import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { createMember, type HuntAdmin, loginHuntAdmin, STASH } from './hunt-admin.ts';
import { expectVisible, fillLogin } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');

let browser: Browser;
let huntAdmin: HuntAdmin;
let hunt: StaffHunt;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

beforeEach(async () => {
  hunt = await huntAdmin.openHunt();
});

/** Follows the link of a mail through the login and back. */
async function openAsMember(): Promise<Visitor> {
  const { email, password } = await createMember(site, hunt);
  const visitor = await openVisitor(browser, site.url);
  const { page } = visitor;
  await page.goto(`/hunt/${hunt.handle}`);
  await page.waitForURL('**/login');
  await fillLogin(page, email, password);
  await page.waitForURL(`**/hunt/${hunt.handle}`);
  await page.getByRole('heading', { name: hunt.title }).waitFor();
  return visitor;
}

async function done(...visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    visitor.expectNoFaults();
    await visitor.close();
  }
}

/** Makes the page take its tab for hidden, or visible again. */
function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate(
    `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`,
  );
}

describe.skipIf(!executablePath)('a hunt, in a browser', () => {
  it('is listed with its map and its box, also by keyboard, and its value grows with a purchase', async () => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    await page.goto('/hunts');
    const stash = page.getByRole('article', { name: 'The Porter Stash' });
    await stash.getByRole('button', { name: 'Join this hunt now!' }).waitFor();
    await stash.getByRole('figure').scrollIntoViewIfNeeded();
    await stash.getByRole('img', { name: 'Overview: the circle in Massachusetts' }).waitFor();
    await page.goto('/hunts?sort=newest');
    const card = page.getByRole('article', { name: hunt.title });
    await card.getByText('$500').waitFor();
    await card.getByText('Increases with every purchase!').waitFor();
    expect(await card.getByText('Join this hunt now!').count()).toBe(0);

    const box = card.getByRole('button', { name: 'The Treasure Box' });
    await box.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'The Treasure Box' });
    await dialog.getByText('a wooden box of 4 by 3 inches').waitFor();
    expect(await dialog.getByRole('figure').count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await card.locator('button:focus').innerText()).toMatch(/^The Treasure Box/);

    const map = card.getByRole('application', { name: /Map of the search area/ });
    await card.getByRole('figure').scrollIntoViewIfNeeded();
    await map.locator('.leaflet-tile-loaded').first().waitFor();
    const widthOfCircle = () =>
      map
        .locator('.leaflet-overlay-pane path')
        .last()
        .evaluate((path) => path.getBoundingClientRect().width);
    await expect.poll(widthOfCircle).toBeGreaterThan(150);
    await map.getByRole('img', { name: /^The circle: 12 km/ }).waitFor();
    await map.getByRole('button', { name: 'Zoom out' }).press('Enter');
    await expect.poll(widthOfCircle).toBeLessThan(150);
    // Leaflet ignores a change of zoom during the animation of another.
    const fit = map.getByRole('button', { name: 'Zoom to the circle' });
    await expect
      .poll(async () => {
        await fit.press('Enter');
        return widthOfCircle();
      })
      .toBeGreaterThan(150);
    const toMaps = card.getByRole('link', { name: 'Open in Maps' });
    expect(await toMaps.getAttribute('href')).toContain('center=44.1%2C-70.2');
    await expectAccessible(page);

    const smaller = { lat: 44.1, lng: -70.2, radius_m: 8_000 };
    await huntAdmin.act(`/api/admin/hunts/${hunt.id}`, { search_area: smaller }, 'PATCH');
    await card.getByText(/^It has shrunk from a radius of 12 km to 8 km/).waitFor();
    await expect.poll(() => map.locator('.leaflet-overlay-pane path').count()).toBe(2);

    await createMember(site, hunt);
    await card.getByText('$505').waitFor();
    await done(visitor);
  });

  it('shows its map, its rules, that no clue is released yet, and each clue at its release', async () => {
    const visitor = await openAsMember();
    const { page } = visitor;
    for (const text of ['Current Value', 'Status', 'Hunt Duration', 'Dig nothing.', '$505']) {
      await expectVisible(page, text);
    }
    await page.getByText('No clue is out yet.').waitFor();
    const map = page.getByRole('application', { name: /Map of the search area/ });
    await map.scrollIntoViewIfNeeded();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    await page.getByText('The circle: 12 km (7.5 miles) around 44.10° N, 70.20° W').waitFor();
    await expectAccessible(page);

    await huntAdmin.publish(hunt, 'The first', new Date());
    await page.getByRole('heading', { name: 'Clue 1: The first' }).waitFor();
    await page.getByText('Something new has just come out').waitFor();
    await huntAdmin.publish(hunt, 'The second', new Date(Date.now() + 20_000));
    await page.reload();
    await page.getByRole('timer', { name: 'Time until the next release' }).waitFor();
    expect(await page.content()).not.toContain('The second');
    await page.getByRole('heading', { name: 'Clue 2: The second' }).waitFor();
    await done(visitor);
  });

  it('closes the live stream while hidden, and refetches when visible again', async () => {
    const visitor = await openAsMember();
    const { page } = visitor;
    await page.getByText('No clue is out yet.').waitFor();
    const isLive = (request: { url(): string }) => request.url().endsWith('/api/products/live');
    const ended = page.waitForEvent('requestfailed', isLive);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(products|hunt)/.test(request.url())) asked.push(request.url());
    });
    await setHidden(page, true);
    await ended;
    await huntAdmin.publish(hunt, 'Behind the back', new Date());
    expect(asked).toEqual([]);
    expect(await page.getByText('Behind the back').count()).toBe(0);
    await setHidden(page, false);
    await page.getByRole('heading', { name: 'Clue 1: Behind the back' }).waitFor();
    await page.getByText('Something new has just come out').waitFor();
    await done(visitor);
  });

  it('unlocks its stash with the words of the page, and counts the attempts', async () => {
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    await page.goto('/porterstash/secretcode');
    await page
      .getByText('Found a secret code? Enter it below to unlock the hidden message.')
      .waitFor();
    await expectAccessible(page);
    const submit = page.getByRole('button', { name: 'Submit Code' });
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel('Secret code').fill('wrong');
    await submit.click();
    await expectVisible(page, 'Incorrect code. 2 attempts remaining.');
    await expectVisible(page, '2 of 3 attempts remaining');
    await submit.click();
    await expectVisible(page, '1 of 3 attempts remaining');
    await submit.click();
    await expectVisible(page, "You've reached your limit. Please try again in 60 seconds.");
    const blocked = page.getByRole('button', { name: /^Try again in \d+ seconds$/ });
    await blocked.waitFor();
    await page.reload();
    await blocked.waitFor();
    expect(await blocked.isDisabled()).toBe(true);
    await expectAccessible(page);
    await done(visitor);
  });

  it('shows the phrase of the stash for its code', async () => {
    const elsewhere = createClient(site.url, '127.0.40.2');
    const code = `${STASH.code} ${hunt.handle.slice(5)}`.toUpperCase();
    const { status, body } = await elsewhere.post('/api/porter-stash-code/verify', { code });
    expect([status, body]).toEqual([200, { success: true, message: STASH.phrase }]);
    const visitor = await openVisitor(browser, site.url);
    const { page } = visitor;
    // From another address than the attempts above, which count by address.
    await page.route('**/api/porter-stash-code/verify', (route) =>
      route.fulfill({ json: body as object }),
    );
    await page.goto('/porterstash/secretcode');
    await page.getByLabel('Secret code').fill(code);
    await page.getByLabel('Secret code').press('Enter');
    await expectVisible(page, STASH.phrase);
    await page.getByText('seed phrase of a bitcoin wallet').waitFor();
    await expectAccessible(page);
    // The printed page is readable in dark mode, too.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expectAccessible(page);
    await done(visitor);
  });

  it('redirects from a hunt that does not exist to the list', async () => {
    const visitor = await openVisitor(browser, site.url);
    await visitor.page.goto('/hunt/no-such-hunt/claim');
    await visitor.page.waitForURL('**/hunts');
    await done(visitor);
  });
});
