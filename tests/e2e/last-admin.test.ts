import type { Session } from '@cairn/contracts/http/accounts.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, openAs } from './staff.ts';

const inside = inject('inside');
const executablePath = inject('chromiumPath');
const { email, password } = inject('admin');
const database = createPool({
  url: inside.databaseUrl,
  schema: 'auth',
  name: 'tests',
  onError: () => {},
});
const WIDE = { viewport: { width: 1440, height: 900 } };
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(async () => {
  await closeVisitors();
  await database.end();
});

describe.skipIf(!executablePath)('the last admin', () => {
  it('cannot be removed', async () => {
    const session = (await api.post('/api/auth/login', { email, password })).body as Session;
    const visitor = await openAs(browser, '/admin', { session, options: WIDE });
    const { page } = visitor;
    // Each worker that ran tests of the back office made an admin of its own.
    await database.query('UPDATE users SET is_admin = false WHERE email <> $1', [email]);
    await page.getByLabel('Search').fill(email);
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'Remove admin' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove admin' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });
});
