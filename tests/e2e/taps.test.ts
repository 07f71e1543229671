import { randomBytes } from 'node:crypto';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import {
  createPlayer,
  findProduct,
  findVerificationLink,
  type Player,
  pay,
  recordPurchase,
} from '../support/player.ts';
import { closeVisitors, connectBrowser, openVisitor, type Visitor } from './browser.ts';
import { createMember, loginHuntAdmin } from './hunt-admin.ts';

const site = inject('site');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
const TITLE = 'The Vermont Troll Hunt';
const HANDLE = 'vt-troll-hunt';
const PASSWORD = 'three stones stacked';
const CARD = '4242424242424242123412305401';
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

/** A phone's page that counts taps. Text goes to the focused field only, so each tap into a field counts. */
type Phone = Visitor & {
  tap(target: Locator): Promise<void>;
  /** Ends with Enter, which is Next on the keyboard of a phone. */
  typeAndNext(text: string): Promise<void>;
  openMailed(link: string): Promise<void>;
  taps(): number;
};

async function openPhone(player?: Player): Promise<Phone> {
  const login = player && {
    token: player.token,
    user: (await api.get('/api/auth/verify', player)).body,
  };
  const visitor = await openVisitor(browser, site.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...(login && { login }),
  });
  const { page } = visitor;
  let taps = 0;
  return {
    ...visitor,
    async tap(target) {
      taps += 1;
      await target.tap();
    },
    async typeAndNext(text) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    async openMailed(link) {
      taps += 1;
      await page.goto(link);
    },
    taps: () => taps,
  };
}

/** From the hunt's row on the home page to its Join button. */
async function tapJoin({ page, tap }: Phone): Promise<void> {
  await page.goto('/');
  await tap(page.getByRole('link', { name: TITLE }));
  await tap(page.getByRole('button', { name: 'Join this hunt for $20' }));
}

async function payByCard({ page, tap }: Phone): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Join ${TITLE}` });
  await hasFocus(dialog.getByLabel('Credit or debit card number'));
  await page.keyboard.type(CARD);
  await tap(dialog.getByRole('button', { name: 'Pay $20' }));
  await page.getByText(`You have joined ${TITLE}.`).waitFor();
}

async function hasFocus(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor();
}

async function expectInView(page: Page, heading: string): Promise<void> {
  const target = page.getByRole('heading', { name: heading });
  await target.waitFor();
  const bottom = () =>
    target.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return box.top >= 0 ? box.bottom : Number.POSITIVE_INFINITY;
    });
  await expect.poll(bottom).toBeLessThanOrEqual(844);
}

async function done(phone: Phone): Promise<void> {
  phone.expectNoFaults();
  await phone.close();
}

describe.skipIf(!executablePath)('taps on a phone', () => {
  it('from home to member takes at most 10 for someone new', async () => {
    const phone = await openPhone();
    const { page, tap, typeAndNext } = phone;
    const email = `taps-${randomBytes(4).toString('hex')}@example.com`;
    await tapJoin(phone);
    await tap(page.getByRole('dialog').getByRole('link', { name: 'Sign up' }));
    await hasFocus(page.getByLabel('Email', { exact: true }));
    await typeAndNext(email);
    await typeAndNext(PASSWORD);
    await page.keyboard.type(PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await tap(box);
    await tap(page.getByRole('main').getByRole('button', { name: 'Sign Up' }));
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const { pathname, search } = await findVerificationLink(api, email);
    await phone.openMailed(`${pathname}${search}`);
    await page.waitForURL('**/dashboard');
    await tap(page.getByRole('button', { name: 'Join this hunt for $20' }));
    await payByCard(phone);
    expect(phone.taps()).toBeLessThanOrEqual(10);
    await done(phone);
  });

  it('from home to member takes at most 4 for a logged-in player', async () => {
    const phone = await openPhone(await createPlayer(site));
    await tapJoin(phone);
    await payByCard(phone);
    expect(phone.taps()).toBeLessThanOrEqual(4);
    await done(phone);
  });

  it('from home to the newest clue takes 2 for a member', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, HANDLE);
    await recordPurchase(player, product, await pay(site, player, product));
    const phone = await openPhone(player);
    const { page, tap } = phone;
    await page.goto('/');
    await tap(page.getByRole('link', { name: TITLE }));
    await tap(page.getByRole('link', { name: 'Go to Hunt' }));
    await expectInView(page, 'Newest clue');
    expect(phone.taps()).toBe(2);
    await done(phone);
  });

  it('from the mail of a clue to the clue takes 1 for a member', async () => {
    const huntAdmin = await loginHuntAdmin(site, inject('admin'));
    const hunt = await huntAdmin.openHunt();
    const member = await createMember(site, hunt);
    await huntAdmin.publish(hunt, 'The first', new Date());
    const phone = await openPhone(member);
    await phone.openMailed(await findClueLink(member.email, hunt.handle));
    await expectInView(phone.page, 'Clue 1: The first');
    expect(phone.taps()).toBe(1);
    await done(phone);
  });
});

function findClueLink(email: string, handle: string): Promise<string> {
  return waitUntil(
    async () => {
      const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(email)}`);
      const text = (body as { text: string }[]).map((mail) => mail.text).join('\n');
      return new RegExp(`/hunt/${handle}#clue-1`).exec(text)?.[0];
    },
    { what: `the mail of a clue to ${email}` },
  );
}
