import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Player, pay, recordPurchase } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { api, HANDLE, openHunts, productsOf, site } from './buyer.ts';
import { expectAnnounced } from './steps.ts';

const INTENT = '**/api/create-payment-intent';
const CONFIRM = '**/sandbox/v1/payment_intents/*/confirm';
const RECORD = '**/api/record-purchase';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const UNCHARGED = 'You were not charged.';
const CHARGED = 'You were charged once; we are finishing your entry';
const GOOD_CARD = '4242424242424242';
const CHALLENGED_CARD = '4000002760003184';

const executablePath = inject('chromiumPath');
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('a payment, in a browser', () => {
  it('every declined card shows the provider’s text and that nothing was charged', async () => {
    const { page, visitor, player } = await openHunts(browser);
    await openDialog(page);
    for (const [number, text] of REFUSALS) {
      await payWith(page, number);
      await inDialog(page, text);
      await inDialog(page, UNCHARGED);
    }
    await payWith(page, CHALLENGED_CARD);
    await expectDialogLocked(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fail' }).click();
    await inDialog(page, /unable to authenticate your payment method/);
    await inDialog(page, UNCHARGED);
    await payWith(page, CHALLENGED_CARD);
    await page.getByRole('dialog', { name: 'Is it you?' }).press('Escape');
    await inDialog(page, /unable to authenticate your payment method/);
    await expectAccessible(page);
    expect(await productsOf(player)).toEqual([]);
    await payWith(page, CHALLENGED_CARD);
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectJoined(page);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('in a low window Pay stays in view and in place, beside the receipt’s address and the refund rule', async () => {
    const { page, visitor, player } = await openHunts(browser);
    for (const [width, height] of [
      [390, 390],
      // 1440 × 900 at 200 % zoom.
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await openDialog(page, { isFolded: true });
      const dialog = page.getByRole('dialog', { name: 'Join The Vermont Troll Hunt' });
      const pay = dialog.getByRole('button', { name: 'Pay $20' });
      await fillCard(page, CHALLENGED_CARD);
      const box = await pay.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      await pay.click();
      await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
      const busy = dialog.getByRole('button', { name: 'Processing...', includeHidden: true });
      expect(await busy.boundingBox()).toEqual(box);
      await page.getByRole('button', { name: 'Fail' }).click();
      await inDialog(page, UNCHARGED);
      expect(await pay.boundingBox()).toEqual(box);
      await dialog.getByText(`The receipt goes to ${player.email}.`).waitFor();
      await dialog.getByText(/within 14 days, before any further clue has come out/).waitFor();
      const rules = dialog.getByRole('link', { name: 'All refund rules' });
      expect(await rules.getAttribute('href')).toBe('/terms#refunds');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    expect(await productsOf(player)).toEqual([]);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('offline before the intent: nothing is charged, and the payment can be retried', async () => {
    const { page, visitor, player } = await openHunts(browser);
    await page.route(INTENT, (route) => route.abort());
    await openDialog(page);
    await payWith(page, GOOD_CARD);
    await inDialog(page, UNEXPECTED);
    await inDialog(page, UNCHARGED);
    expect(await pendingOf(page)).toBeNull();
    await page.unroute(INTENT);
    await payWith(page, GOOD_CARD);
    await expectJoined(page);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-1.5 card provider unreachable: the page polls until the outcome is known, with one charge', async () => {
    const { page, visitor, player } = await openHunts(browser);
    await page.route(CONFIRM, (route) => route.abort());
    await openDialog(page);
    await expectAnnounced(page, 'We are finding out whether you were charged', () =>
      payWith(page, GOOD_CARD),
    );
    await expectAccessible(page);
    await inDialog(page, UNCHARGED);
    expect(await pendingOf(page)).toBeNull();
    await page.unroute(CONFIRM);
    // The charge is made; only its response is lost.
    await page.route(CONFIRM, dropResponse);
    await payWith(page, GOOD_CARD);
    await expectJoined(page);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-1.5 a failed recording shows the one charge; a reload completes it', async () => {
    const { page, visitor, player } = await openHunts(browser);
    await page.route(RECORD, (route) => route.abort());
    await openDialog(page);
    await payWith(page, GOOD_CARD);
    await inDialog(page, CHARGED);
    await inDialog(page, UNEXPECTED);
    await expectAccessible(page);
    const pending = await pendingOf(page);
    expect(pending).not.toContain('secret');
    expect(pending).toContain('"isCharged":true');
    await page.reload();
    const notice = page.getByRole('region', { name: /^Your payment for/ });
    await notice.getByText(CHARGED).waitFor();
    await notice.getByText(UNEXPECTED).waitFor();
    await expectAccessible(page);
    await page.unroute(RECORD);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.getByText('You have joined this hunt.').waitFor();
    await notice.getByText(/You were charged once\./).waitFor();
    await card(page).getByRole('link', { name: 'Go to Hunt' }).waitFor();
    expect(await pendingOf(page)).toBeNull();
    await expectAccessible(page);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-1.5 a reload during 3-D Secure shows that nothing was charged, and can be paid again', async () => {
    const { page, visitor, player } = await openHunts(browser);
    await openDialog(page);
    await payWith(page, CHALLENGED_CARD);
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
    await page.reload();
    const notice = page.getByRole('region', { name: /^Your payment for/ });
    await notice.getByText('We are finding out whether you were charged').waitFor();
    await notice.getByText('Your payment was not finished. You were not charged.').waitFor();
    await expectAccessible(page);
    expect(await pendingOf(page)).toBeNull();
    await openDialog(page);
    await payWith(page, GOOD_CARD);
    await expectJoined(page);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-1.5 a double click and a second tab make one charge, and the second tab updates', async () => {
    const { page, visitor, player } = await openHunts(browser);
    const second = await visitor.context.newPage();
    await second.goto('/hunts');
    await openDialog(second);
    let asked = 0;
    await page.route(INTENT, (route) => {
      asked += 1;
      return route.continue();
    });
    await openDialog(page);
    await fillCard(page, CHALLENGED_CARD);
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $20' }).dblclick();
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
    await inDialog(second, 'A payment for this hunt is under way in another tab');
    await expectAccessible(second);
    await page.getByRole('button', { name: 'Complete' }).click();
    await expectJoined(page);
    expect(asked).toBe(1);
    await inDialog(second, 'You have joined this hunt already');
    await second.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await card(second).getByRole('link', { name: 'Go to Hunt' }).waitFor();
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('a purchase made concurrently is no error: the page redirects to the hunt', async () => {
    const { page, visitor, player, product } = await openHunts(browser);
    await openDialog(page);
    await recordPurchase(player, product, await pay(site, player, product));
    await payWith(page, GOOD_CARD);
    await inDialog(page, 'You have joined this hunt already');
    await inDialog(page, /Nothing was charged this time\./);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Go to Hunt' }).click();
    await page.waitForURL(`**/hunt/${HANDLE}`);
    await expectChargedOnce(player);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

const REFUSALS: [string, string][] = [
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
];

function card(page: Page) {
  return page.getByRole('article', { name: 'The Vermont Troll Hunt' });
}

async function openDialog(page: Page, { isFolded = false } = {}): Promise<void> {
  await card(page)
    .getByRole('button', { name: 'Join this hunt for $20 The Vermont Troll Hunt', exact: true })
    .click();
  await page.getByRole('dialog').getByLabel('Credit or debit card number').waitFor();
  if (isFolded) await page.getByRole('dialog').getByText('About this hunt').click();
  await page
    .getByRole('dialog')
    .getByText(/^Hunt ID: [0-9a-f-]{36}$/)
    .waitFor();
}

async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credit or debit card number').fill(number);
  await dialog.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await dialog.getByLabel('Credit or debit card CVC/CVV').fill('123');
  const postal = dialog.getByLabel('ZIP');
  if (await postal.isVisible()) await postal.fill('05401');
}

async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('dialog').getByRole('button', { name: 'Pay $20' }).click();
}

async function inDialog(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
}

/** The dialog cannot be closed while a charge is in progress. */
async function expectDialogLocked(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  const dialog = page.getByRole('dialog', { name: /^Join /, includeHidden: true });
  expect(await dialog.isVisible()).toBe(true);
  const cancel = dialog.getByRole('button', { name: 'Cancel', includeHidden: true });
  expect(await cancel.isDisabled()).toBe(true);
  await dialog.getByText('Processing...').waitFor();
}

async function expectJoined(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: /^Join / }).waitFor({ state: 'detached' });
  await card(page).getByRole('link', { name: 'Go to Hunt' }).waitFor();
}

async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

async function expectChargedOnce(player: Player): Promise<void> {
  const { body } = await api.get('/api/account/purchases', player);
  const { purchases } = body as { purchases: { handle: string; status: string }[] };
  expect(purchases.map(({ handle, status }) => ({ handle, status }))).toEqual([
    { handle: HANDLE, status: 'completed' },
  ]);
  expect(await productsOf(player)).toHaveLength(1);
}

function pendingOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('pendingPayments'));
}
