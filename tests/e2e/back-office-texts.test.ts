import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, type Visitor } from './browser.ts';
import { openAsStaff } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
const ID = '0198c1d2-3e4f-7a5b-8c6d-0123456789ab';
const FAULT = { status: 500, json: { requestId: 'x' } };
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  if (!executablePath) return;
  browser = await connectBrowser();
  visitor = await openAsStaff(browser, '/admin');
  page = visitor.page;
});

afterAll(closeVisitors);

// Responses that the running services rarely give are stubbed.
describe.skipIf(!executablePath)('the back office shows its texts', () => {
  it('for a user without purchases, logins and alerts', async () => {
    await answer('accounts/*', { account: account(), purchases: [], alerts: [] });
    await page.goto(`/admin/user/${ID}`);
    await expectVisible(page, 'No purchases found for this user.');
    await expectVisible(page, 'Never');
    expect(await page.getByText('Alert Preferences').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Back/ }).getAttribute('href')).toMatch(/^\/admin/);
  });

  it('for purchases and alerts', async () => {
    const hunt = { product_id: ID, product_title: 'The Fern', handle: 'fern', region: 'Maine' };
    const bought = { ...hunt, price_amount: 20, price_currency: 'USD', created_at: NOW };
    const purchases = [
      {
        ...bought,
        id: 'one',
        type: 'hunt',
        status: 'completed',
        stripe_payment_intent_id: 'pi_3456789abcdefgh',
      },
      { ...bought, id: 'two', status: 'refunded', stripe_payment_intent_id: null },
    ];
    const alert = { ...hunt, email_alerts: true, sms_alerts: false, last_notified_at: null };
    await answer('accounts/*', { account: account(), purchases, alerts: [alert] });
    await page.reload();
    const rows = page.getByRole('table', { name: 'Purchases' }).getByRole('row');
    await rows.nth(2).waitFor();
    const bodies = await rows.allInnerTexts();
    expect(bodies[1]).toContain('$20.00 USD');
    expect(bodies[1]).toMatch(/Completed\s+pi_3456789abcd\s/);
    expect(bodies[2]).toMatch(/Hunt\s.*No payment ID/s);
    const alerts = page.getByRole('table', { name: 'Alert preferences' });
    const cells = await alerts.getByRole('row').last().innerText();
    expect(cells.split(/\s*\t\s*/)).toEqual([
      'The Fern',
      'Maine',
      'fern',
      'Enabled',
      'Disabled',
      'Never',
    ]);
  });

  it('for staff actions without details or with malformed details', async () => {
    for (const [details, text] of [
      [null, /^No details available$/],
      ['{oops', /^Error parsing details: .+/],
    ] as const) {
      await answer('activity/*', { ...ACTIVITY, details });
      await page.goto(`/admin/activity/${ID}`);
      await page.getByText(text).waitFor();
      await expectVisible(page, 'Sent Emails to Selected Users');
    }
  });

  it.each([
    [`user/${ID}`, 'accounts/*', 'Failed to fetch user data'],
    [`activity/${ID}`, 'activity/*', 'Failed to fetch activity data'],
    ['?tab=activity', 'activity?*', 'Failed to fetch activity logs'],
    ['', 'accounts?*', 'Failed to fetch accounts'],
  ])('for failed requests: /admin/%s', async (path, call, text) => {
    await page.route(`**/api/admin/${call}`, (route) => route.fulfill(FAULT));
    await page.goto(`/admin/${path}`.replace('/?', '?'));
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await page.unrouteAll();
  });

  it('for the SQL tool, also when the server sends no error text', async () => {
    await page.route('**/api/admin/sql', (route) => route.fulfill(FAULT));
    await page.goto('/admin?tab=sql');
    await page.getByText(/^Only SELECT and UPDATE queries are allowed\./).waitFor();
    await page.getByText(/DELETE, DROP, CREATE, ALTER and similar are not supported\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Execute' }).isDisabled()).toBe(true);
    await page.getByLabel('SQL query').fill('SELECT 1');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('heading', { name: 'Error' }).waitFor();
    await expectVisible(page, 'Failed to execute SQL query');
  });

  it('for mails that failed and of mails that were sent', async () => {
    let isBroken = true;
    await answer('send-email/preview', { html: '<p>x</p>', text: 'x', count: 3 });
    await page.route('**/api/admin/send-email', (route) =>
      route.fulfill(isBroken ? FAULT : { json: { count: 3, mailingId: ID } }),
    );
    await page.goto('/admin?tab=email');
    await expectVisible(page, 'Subject and content are required');
    await page.getByLabel('Subject').fill('News');
    const content = page.getByRole('textbox', { name: 'Content' });
    await content.click();
    await page.keyboard.type('Words');
    expect((await content.boundingBox())?.height).toBe(300);
    await send();
    await expectVisible(page, 'Failed to send email');
    expect(await page.getByLabel('Subject').inputValue()).toBe('News');
    isBroken = false;
    await send();
    await expectVisible(page, 'Email sent successfully to 3 users');
    expect(await page.getByLabel('Subject').inputValue()).toBe('');
  });

  it('for the toolbar of the editor, in order', async () => {
    const tools = page.getByRole('toolbar', { name: 'Formatting of content' }).getByRole('button');
    const names = await tools.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    );
    expect(names.map((name) => name?.replace(/[,(].*/, '').trim())).toEqual([
      ...['H1', 'H2', 'H3', 'Bold', 'Italic', 'Underline', 'Strike'],
      ...['Ordered list', 'Bullet list', 'Colour', 'Background', 'Link', 'Image'],
      ...['Clean formatting', 'Undo', 'Redo'],
    ]);
    const accepted = await page.locator('form input[type=file]').getAttribute('accept');
    for (const kind of ['png', 'gif', 'jpeg', 'bmp', 'x-icon'])
      expect(accepted?.split(',')).toContain(`image/${kind}`);
    visitor.expectNoFaults();
  });
});

const NOW = '2026-11-21T18:04:00.000Z';

const ACTIVITY = {
  id: ID,
  admin_id: ID,
  admin_email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  action: 'send_targeted_emails',
  created_at: NOW,
};

function account() {
  const names = { first_name: 'Ada', last_name: null };
  const flags = { email_verified: true, is_admin: false };
  const times = { created_at: NOW, last_login: null };
  return { id: ID, email: 'ada@example.com', status: 'active', ...names, ...flags, ...times };
}

async function answer(call: string, json: object): Promise<void> {
  await page.route(`**/api/admin/${call}`, (route) => route.fulfill({ json }));
}

async function send(): Promise<void> {
  await page.getByRole('button', { name: 'Send Email', exact: true }).click();
  await page.getByRole('button', { name: 'Send to 3 people' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
