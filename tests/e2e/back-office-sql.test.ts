import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, logInAdmin, openAsStaff, site } from './staff.ts';
import { expectAnnounced } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the SQL tool, in a browser', () => {
  it('shows rows, empty results and errors, and lists the tables', async () => {
    const visitor = await openAsStaff(browser, '/admin?tab=sql');
    const { page } = visitor;
    const box = page.getByLabel('SQL query');
    await page.getByText('users', { exact: true }).click();
    await page.getByRole('button', { name: 'Select from users' }).click();
    expect(await box.inputValue()).toBe('SELECT * FROM users LIMIT 100');
    await page.keyboard.press('Control+Enter');
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('columnheader', { name: 'email', exact: true }).waitFor();
    await results
      .getByText(/@example\.com$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await box.fill('SELECT id FROM users WHERE false');
    const execute = () => page.getByRole('button', { name: 'Execute' }).click();
    await expectAnnounced(page, 'No results found', execute);
    await box.fill('SELECT 1 AS one');
    await expectAnnounced(page, '1 row', execute);
    await box.fill('DROP TABLE users');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('heading', { name: 'Error' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('tab', { name: 'SQL' }).click();
    expect(await box.inputValue()).toBe('DROP TABLE users');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('shows the plan of a query in its own tab, by keyboard', async () => {
    const visitor = await openAsStaff(browser, '/admin?tab=sql');
    const { page } = visitor;
    const box = page.getByLabel('SQL query');
    await box.fill('SELECT id FROM users ORDER BY email');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The plan with measured times').waitFor();
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText('Execution Time').waitFor();
    await expectAccessible(page);
    await box.fill("UPDATE users SET first_name = 'x' WHERE email = 'unknown@example.com'");
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('The plan with estimates only').waitFor();
    await page
      .getByRole('tablist', { name: 'Result and plan' })
      .getByRole('tab', { name: 'Plan' })
      .focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Results' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await plan.getByText('Update on users').waitFor();
    await box.fill('DROP TABLE users');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('Only SELECT and UPDATE are allowed.').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('previews an UPDATE and runs it only after confirmation', async () => {
    const player = await createPlayer(site);
    const { token } = await logInAdmin();
    const nameOf = async () => {
      const { body } = await api.get(`/api/admin/accounts/${player.userId}`, { token });
      return (body as { account: { first_name: string | null } }).account.first_name;
    };
    const visitor = await openAsStaff(browser, '/admin?tab=sql');
    const { page } = visitor;
    // A nested comment: a search for the keyword alone would take it for a SELECT and run it at once.
    await page
      .getByLabel('SQL query')
      .fill(`/* a /* b */ c */ UPDATE users SET first_name = 'Ada' WHERE id = '${player.userId}'`);
    await page.getByRole('button', { name: 'Execute' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 1 row?' });
    await dialog.getByRole('region', { name: 'After' }).getByText('Ada').waitFor();
    await expectAccessible(page);
    expect(await nameOf()).toBeNull();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await nameOf()).toBeNull();
    await page.getByRole('button', { name: 'Execute' }).click();
    await expectAnnounced(page, '1 row changed.', () =>
      dialog.getByRole('button', { name: 'Change 1 row' }).click(),
    );
    await expect.poll(nameOf).toBe('Ada');
    visitor.expectNoFaults();
    await visitor.close();
  });
});
