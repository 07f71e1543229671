import { randomBytes, randomInt } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import {
  closeVisitors,
  connectBrowser,
  expectAccessible,
  openVisitor,
  type Visitor,
} from './browser.ts';
import { expectAnnounced, expectVisible, press } from './steps.ts';

const site = inject('site');
const admin = inject('admin');
const executablePath = inject('chromiumPath');
const api = createClient(site.url);
const SENT = 'Your message has been sent successfully!';
const LIMIT = 'You have reached your submission limit for the next 10 minutes.';
let browser: Browser;

type Message = {
  id: string;
  text: string;
  html: string;
  subject: string;
  headers: Record<string, string>;
};

beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(closeVisitors);

describe.skipIf(!executablePath)('messages, in a browser', () => {
  it('a visitor writes to staff three times, then must wait, and each message arrives', async () => {
    const visitor = await openVisitor(browser, site.url, { ownContext: true });
    const { page } = visitor;
    await page.clock.install();
    await page.goto('/contact');
    await expectAccessible(page);
    await press(page, 'Send Message');
    await expectVisible(page, 'Your name is required');
    const email = `writer-${randomBytes(5).toString('hex')}@example.com`;
    for (const left of [2, 1, 0]) {
      await expectAnnounced(page, left > 0 ? SENT : `${SENT} ${LIMIT}`, () =>
        write(page, email, `Question ${left} ${'about-the-river-'.repeat(20)}`),
      );
      await page.getByText(`${left} of 3 submissions remaining in this 10-minute window`).waitFor();
    }
    await expectAccessible(page);
    const kept = await page.evaluate(() => localStorage.getItem('contactFormRateLimit'));
    expect(JSON.parse(kept ?? '')).toEqual({
      count: 3,
      lastReset: expect.any(Number),
      blocked: true,
      timeRemaining: 10,
    });
    await write(page, email, 'One more');
    await page.getByText('Rate limit reached. Please try again in 10 minutes.').waitFor();
    // Another browser of the same address gets the limit from the server.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await write(page, email, 'One more');
    await page.getByText('Rate limit reached. Please try again in 10 minutes.').waitFor();
    await expectAccessible(page);
    // At the end of the window, and not at the next tick of the minute.
    await page.clock.runFor((await endOfWindow(page)) - (await page.evaluate(() => Date.now())));
    await page.getByText('of 3 submissions remaining').waitFor({ state: 'hidden' });
    const copies = await messagesTo(email, 3);
    expect(copies).toHaveLength(3);
    // Staff get mails of other tests, too.
    const staff = await waitUntil(
      async () => {
        const mails = await messagesTo('staff@cairn.example', 3);
        const own = mails.filter((mail) => mail.headers['Reply-To']?.includes(email));
        return own.length === 3 ? own : null;
      },
      { what: `three messages of ${email} to staff` },
    );
    visitor.expectNoFaults();
    await expectFitsPhone(visitor, [...staff, ...copies]);
    await visitor.close();
  });

  it('a member adds a phone and enables SMS; STOP and START update the preference', async () => {
    const { player, visitor } = await openAsMember();
    const { page } = visitor;
    const { title } = await findProduct(api, 'vt-troll-hunt');
    const email = page.getByRole('switch', { name: `Email alerts for ${title}` });
    const sms = page.getByRole('switch', { name: `SMS alerts for ${title}` });
    await email.waitFor();
    expect(await email.isChecked()).toBe(true);
    expect(await sms.isDisabled()).toBe(true);
    await expectAccessible(page);

    const digits = String(randomInt(10_000)).padStart(4, '0');
    const number = `+1802777${digits}`;
    await page.getByLabel('Phone number').fill('12');
    await press(page, 'Send code');
    await expectVisible(page, 'Please enter a valid phone number');
    await page.getByLabel('Phone number').fill(`(802) 777-${digits}`);
    await press(page, 'Send code');
    await expectVisible(page, `We sent a code to +1 802 777 ${digits}. It is good for 10 minutes.`);
    await expectAccessible(page);
    const [text] = await messagesTo(number, 1);
    const code = /\b\d{6}\b/.exec(text?.text ?? '')?.[0] ?? '';
    await page.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
    await press(page, 'Verify');
    await expectVisible(page, 'That code is not right. Please check it and try again.');
    await page.getByLabel('6-digit code').fill(code);
    await press(page, 'Verify');
    await expectVisible(page, 'Verified');

    await sms.check();
    await email.uncheck();
    await expectSavedPreferences(player, { email_alerts: false, sms_alerts: true });
    await page.reload();
    await sms.waitFor();
    expect([await email.isChecked(), await sms.isChecked()]).toEqual([false, true]);

    await react(text, 'stop');
    await page.reload();
    await expectVisible(page, 'You sent STOP from your phone');
    expect(await sms.isChecked()).toBe(false);
    await expectAccessible(page);
    await react(text, 'start');
    await page.reload();
    await sms.waitFor();
    expect(await sms.isChecked()).toBe(true);

    await press(page, 'Remove');
    await press(page, 'Remove number');
    await page.getByLabel('Phone number').waitFor();
    await expectSavedPreferences(player, { email_alerts: false, sms_alerts: false });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-3.5 a recipient unsubscribes by the link of a mail without a login, and resubscribes', async () => {
    const { player, visitor } = await openAsMember();
    const { page } = visitor;
    const mail = await mailTo(player.email, 'News of the trail');
    const link = /<(https?:[^>]+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const reader = await openVisitor(browser, site.url);
    await reader.page.goto(link);
    await expectAccessible(reader.page);
    expect(await alertsOf(player)).toMatchObject({ emailSuppressed: false });
    await press(reader.page, 'Unsubscribe');
    await reader.page.waitForURL('**/unsubscribe-success');
    await expectVisible(reader.page, 'Unsubscribed Successfully');
    await expectAccessible(reader.page);
    await reader.page.getByRole('link', { name: 'Return to Home' }).waitFor();
    reader.expectNoFaults();
    await reader.close();

    await page.reload();
    await expectVisible(page, 'You are unsubscribed from all email notifications');
    await expectAccessible(page);
    await press(page, 'Turn alerts on again');
    await page.getByText('You are unsubscribed').waitFor({ state: 'hidden' });
    expect(await alertsOf(player)).toMatchObject({ emailSuppressed: false });
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-3.4 a bounce suppresses mail at once, until staff lift it', async () => {
    const { player, visitor } = await openAsMember();
    const mail = await mailTo(player.email, 'Does this arrive?');
    await react(mail, 'bounce');
    await visitor.page.reload();
    await expectVisible(visitor.page, 'Our mail does not reach you');
    await expectAccessible(visitor.page);
    const token = await adminToken();
    const lifted = await fetch(`${site.url}/api/admin/suppressions/${player.userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(lifted.status).toBe(200);
    expect(await alertsOf(player)).toMatchObject({ emailSuppressed: false });
    await mailTo(player.email, 'And this?');
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function write(page: Page, email: string, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Wanda Writer');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Message').fill(message);
  await press(page, 'Send Message');
}

async function endOfWindow(page: Page): Promise<number> {
  const kept = await page.evaluate(() => localStorage.getItem('contactFormRateLimit'));
  return JSON.parse(kept ?? '').lastReset + 600_000;
}

/** Also with long words in the text. */
async function expectFitsPhone({ page }: Visitor, mails: Message[]): Promise<void> {
  await page.goto('about:blank');
  await page.setViewportSize({ width: 360, height: 640 });
  for (const { html } of mails) {
    await page.setContent(html);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }
}

/** A member on their dashboard. */
async function openAsMember(): Promise<{ player: Player; visitor: Visitor }> {
  const player = await createPlayer(site);
  const product = await findProduct(api, 'vt-troll-hunt');
  const { status } = await recordPurchase(player, product, await pay(site, player, product));
  expect(status).toBe(200);
  await waitUntil(async () => (await alertsOf(player)).alerts.length > 0, { what: 'the alerts' });
  const visitor = await openVisitor(browser, site.url, { login: { token: player.token } });
  await visitor.page.goto('/dashboard');
  return { player, visitor };
}

type Own = {
  emailSuppressed: boolean;
  alerts: { email_alerts: boolean; sms_alerts: boolean }[];
};

async function alertsOf(player: Player): Promise<Own> {
  const { body } = await api.get('/api/account/alerts', player);
  return body as Own;
}

async function expectSavedPreferences(
  player: Player,
  choice: Record<string, boolean>,
): Promise<void> {
  await waitUntil(
    async () => {
      const [alert] = (await alertsOf(player)).alerts;
      return Object.entries(choice).every(([name, value]) => Object(alert)[name] === value);
    },
    { what: JSON.stringify(choice) },
  );
}

async function messagesTo(to: string, count: number): Promise<Message[]> {
  return waitUntil(
    async () => {
      const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(to)}`);
      const found = body as Message[];
      return found.length >= count ? found : null;
    },
    { what: `${count} messages to ${to}` },
  );
}

/** Acts as the phone or mailbox of a message; resolves after the provider's webhook. */
async function react(message: Message | undefined, reaction: string): Promise<void> {
  const { body } = await api.post(`/sandbox/messages/${message?.id}/${reaction}`, {});
  expect(body).toMatchObject({ answer: 200 });
}

async function adminToken(): Promise<string> {
  return ((await api.post('/api/auth/login', admin)).body as Session).token;
}

/** Sends a mailing to one address and waits until it has arrived. */
async function mailTo(to: string, subject: string): Promise<Message> {
  const token = await adminToken();
  const body = { subject, content: '<p>Hello from the trail</p>', to };
  expect((await api.post('/api/admin/send-email', body, { token })).status).toBe(200);
  return waitUntil(
    async () => (await messagesTo(to, 1)).find((message) => message.subject === subject),
    { what: `the mail "${subject}"` },
  );
}
