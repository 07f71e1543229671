import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player } from '../support/player.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { expectVisible, fillLogin, press, storedItem } from './steps.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

async function openDashboard(): Promise<Visitor & { player: Player }> {
  const player = await createPlayer(site);
  const visitor = await openVisitor(browser, site.url);
  await visitor.page.goto('/login');
  await fillLogin(visitor.page, player.email, player.password);
  await visitor.page.waitForURL('**/dashboard');
  return { ...visitor, player };
}

describe.skipIf(!executablePath)('logout, in a browser', () => {
  it('P-4.8 revokes this session and that of another device at the server', async () => {
    const { page, player, ...visitor } = await openDashboard();
    await press(page, 'Where you are logged in');
    await press(page, 'Log out Unknown device');
    await expectVisible(page, 'That device is logged out.');
    await page
      .getByRole('button', { name: 'Log out Unknown device' })
      .waitFor({ state: 'detached' });
    expect((await api.get('/api/auth/verify', player)).status).toBe(401);
    await expectAccessible(page);

    const token = (await storedItem(page, 'token')) ?? '';
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedItem(page, 'token')).toBeNull();
    await expect.poll(async () => (await api.get('/api/auth/verify', { token })).status).toBe(401);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('clears the stored token while the server is unreachable', async () => {
    const { page, ...visitor } = await openDashboard();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    for (const key of ['token', 'user'] as const) expect(await storedItem(page, key)).toBeNull();
    visitor.expectNoFaults();
    await visitor.close();
  });
});
