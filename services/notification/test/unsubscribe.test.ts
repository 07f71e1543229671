import { showUnsubscribe } from '@cairn/contracts/http/messages.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAddress } from '../src/suppressions/suppression.ts';
import { createUnsubscribeToken, unsubscribeUrl } from '../src/unsubscribe/unsubscribe-token.ts';
import { type Notification, startNotification } from './harness.ts';
import { messageKeys } from './message-keys.ts';
import { causesOf, ownAlerts, putAlerts } from './preferences.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const keyOf = (name: keyof typeof messageKeys.shared) =>
  Buffer.from(messageKeys.shared[name], 'base64');
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let count = 0;
async function subscriber() {
  const email = `reader${count++}@example.com`;
  const userId = await notification.register(email);
  const token = createUnsubscribeToken(
    { addressHash: hashAddress(email, keyOf('SUPPRESSION_KEY')), userId },
    keyOf('UNSUBSCRIBE_KEY'),
  );
  return { email, userId, token, link: unsubscribeUrl(notification.url, token) };
}

describe('P-3.5 the unsubscribe link', () => {
  it('shows a page with one button; opening it changes nothing', async () => {
    const { email, link } = await subscriber();
    for (let time = 0; time < 3; time++) {
      const { status, headers, body } = await call(link, { headers: BROWSER });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(String(body).match(/<button/g)).toHaveLength(1);
      expect(body).toMatch(/<form method="post">/);
      expect(body).not.toMatch(/<script|\son\w+=|token/i);
    }
    await call(link, { method: 'HEAD' });
    expect(await causesOf(notification, email)).toEqual([]);
  });

  it('unsubscribes without a login when the button is pressed, and redirects the browser', async () => {
    const { email, userId, link } = await subscriber();
    const answer = await call(link, { raw: '', headers: { ...BROWSER, ...FORM } });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/unsubscribe-success');
    expect(await causesOf(notification, email)).toEqual(['unsubscribe']);
    expect(await ownAlerts(notification, userId)).toMatchObject({
      emailSuppressed: true,
      emailSuppressedBy: 'unsubscribe',
    });
  });

  it.each([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('answers a mail client with 200, by %s (RFC 8058)', async (_what, headers, raw) => {
    const { email, link } = await subscriber();
    for (let time = 0; time < 3; time++) {
      expect(await call(link, { raw, headers })).toMatchObject({
        status: 200,
        body: { message: 'Unsubscribed Successfully' },
      });
    }
    expect(await causesOf(notification, email)).toEqual(['unsubscribe']);
  });

  it('returns 400 and changes nothing when the token is forged, cut, missing or repeated', async () => {
    const { email, token } = await subscriber();
    const other = createUnsubscribeToken(
      { addressHash: hashAddress(email, keyOf('SUPPRESSION_KEY')), userId: null },
      keyOf('SUPPRESSION_KEY'),
    );
    const query = (value: string) => `token=${encodeURIComponent(value)}`;
    for (const search of [
      query(other),
      query(token.slice(0, -1)),
      query(`${token}x`),
      query(token.replace('v1.all', 'v1.own')),
      query('x'.repeat(2_000)),
      'token=',
      '',
      `${query(token)}&${query(token)}`,
    ]) {
      const url = `${notification.url}${showUnsubscribe.path}?${search}`;
      expect(await call(url)).toMatchObject({
        status: 400,
        body: { error: 'This link is not valid.' },
      });
      expect((await call(url, { raw: 'List-Unsubscribe=One-Click', headers: FORM })).status).toBe(
        400,
      );
      const page = await call(url, { headers: BROWSER });
      expect(page.status).toBe(400);
      expect(page.body).toMatch(/<h1>This link is not valid\.<\/h1>/);
    }
    expect(await causesOf(notification, email)).toEqual([]);
  });

  it('can be undone on the dashboard, which lifts no other suppression', async () => {
    const { email, userId, link } = await subscriber();
    await call(link, { raw: '', headers: FORM });
    const answer = await putAlerts(notification, userId, { emailSuppressed: false });
    expect(answer).toMatchObject({ status: 200, body: { emailSuppressed: false } });
    expect(await causesOf(notification, email)).toEqual([]);
    await notification.context.pool.query(
      `INSERT INTO suppressions (address_hash, channel, cause) VALUES ($1, 'email', 'bounce')`,
      [hashAddress(email, keyOf('SUPPRESSION_KEY'))],
    );
    await call(link, { raw: '', headers: FORM });
    expect(await putAlerts(notification, userId, { emailSuppressed: false })).toMatchObject({
      status: 200,
      body: { emailSuppressed: true, emailSuppressedBy: 'bounce' },
    });
    expect(await causesOf(notification, email)).toEqual(['bounce']);
  });
});
