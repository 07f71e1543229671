import { randomUUID, sign } from 'node:crypto';
import { sendgridWebhook } from '@cairn/contracts/http/messages.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listHistory } from '../src/deliveries/delivery-list.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { mailEvent, postSigned } from './mail-events.ts';
import { messageKeys, signingKeys } from './message-keys.ts';
import { causesOf, keptWebhooks, ownAlerts } from './preferences.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
let count = 0;
const freshEmail = () => `box${count++}@example.com`;
const seconds = () => String(Math.floor(Date.now() / 1_000));

const kept = (eventId: unknown) => keptWebhooks(notification, eventId);

describe('P-3.4 the webhook of SendGrid', () => {
  const post = (body: string | Buffer, change: Record<string, string> = {}, at = seconds()) =>
    postSigned(notification, body, change, at);
  const postAll = (...events: unknown[]) => post(JSON.stringify(events));

  it.each([
    [{ event: 'bounce', type: 'bounce' }, ['bounce']],
    [{ event: 'bounce', type: 'blocked' }, []],
    [{ event: 'dropped', reason: 'Bounced Address' }, ['drop']],
    [{ event: 'dropped' }, ['drop']],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, []],
    [{ event: 'dropped', reason: 'Unsubscribed Address' }, ['unsubscribe']],
    [{ event: 'dropped', reason: 'Spam Content' }, []],
    [{ event: 'spamreport' }, ['spam']],
    [{ event: 'unsubscribe' }, ['unsubscribe']],
    [{ event: 'group_unsubscribe' }, ['unsubscribe']],
    [{ event: 'delivered' }, []],
    [{ event: 'deferred' }, []],
    [{ event: 'something_new' }, []],
  ])('applies %o', async (event, causes) => {
    const email = freshEmail();
    const answer = await postAll(mailEvent({ ...event, email: email.toUpperCase() }));
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
    expect(await causesOf(notification, email)).toEqual(causes);
  });

  it.each([
    ['contact_acknowledgement', ['contact']],
    ['clue_published', ['alert']],
    ['mailing', ['mailing']],
    ['receipt', ['account']],
    [null, ['mailing']],
  ])('P-3.8 a spam report about %s suppresses %o only', async (template, kinds) => {
    const email = freshEmail();
    const userId = await notification.register(email);
    const { rows } = await pool().query(
      `INSERT INTO deliveries (event_id, template, channel, user_id)
       SELECT gen_random_uuid(), $2, 'email', $1 WHERE $2::text IS NOT NULL RETURNING id`,
      [userId, template],
    );
    await postAll(mailEvent({ event: 'spamreport', email, delivery_id: rows[0]?.id }));
    const isBulk = kinds.some((kind) => kind === 'alert' || kind === 'mailing');
    expect(await ownAlerts(notification, userId)).toMatchObject({
      suppressedKinds: kinds,
      emailSuppressed: isBulk,
      emailSuppressedBy: isBulk ? 'spam' : null,
    });
  });

  it('P-3.8 adds the kinds of several spam reports, and keeps a suppression of every kind', async () => {
    const email = freshEmail();
    const userId = await notification.register(email);
    const { rows } = await pool().query(
      `INSERT INTO deliveries (event_id, template, channel, user_id)
       SELECT gen_random_uuid(), template, 'email', $1
       FROM unnest(ARRAY['receipt', 'mailing', 'clue_published']) AS given(template) RETURNING id`,
      [userId],
    );
    const [receipt, mailing, clue] = rows.map(({ id }) =>
      mailEvent({ event: 'spamreport', email, delivery_id: id }),
    );
    await postAll(receipt);
    await postAll(mailing);
    const suppressedKinds = async () => (await ownAlerts(notification, userId)).suppressedKinds;
    expect(await suppressedKinds()).toEqual(['account', 'mailing']);
    // A row from before the column `kinds` existed.
    await pool().query('UPDATE suppressions SET kinds = NULL WHERE user_id = $1', [userId]);
    await postAll(clue);
    expect(await suppressedKinds()).toEqual(['account', 'contact', 'alert', 'mailing']);
  });

  it('stores and applies an event once, despite repeats in other requests', async () => {
    const email = freshEmail();
    const events = ['bounce', 'delivered', 'spamreport'].map((event) =>
      mailEvent({ event, email }),
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        postAll(...(turn % 2 ? events : events.toReversed()), events[turn % 3]),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { sg_event_id: id } of events) expect(await kept(id)).toHaveLength(1);
    expect(await causesOf(notification, email)).toEqual(['bounce', 'spam']);
    await pool().query('DELETE FROM suppressions');
    await postAll(...events);
    expect(await causesOf(notification, email)).toEqual([]);
  });

  it('links an event to its delivery and user, and stores its reason without the address', async () => {
    const email = freshEmail();
    const userId = await notification.register(email);
    const { rows } = await pool().query(
      `INSERT INTO deliveries (event_id, template, channel, user_id)
       VALUES (gen_random_uuid(), 'receipt', 'email', $1) RETURNING id`,
      [userId],
    );
    const event = mailEvent({
      event: 'bounce',
      email,
      delivery_id: rows[0].id,
      reason: `550 5.1.1 <${email}>: no such user`,
    });
    await postAll(event);
    expect(await kept(event.sg_event_id)).toEqual([
      { kind: 'bounce', delivery_id: rows[0].id, detail: '550 5.1.1 <…>: no such user' },
    ]);
    const { rows: suppressed } = await pool().query(
      'SELECT cause FROM suppressions WHERE user_id = $1',
      [userId],
    );
    expect(suppressed).toEqual([{ cause: 'bounce' }]);
    expect(await ownAlerts(notification, userId)).toMatchObject({ emailSuppressedBy: 'bounce' });
  });

  it('lists an event after our own steps of the same second', async () => {
    const userId = await notification.register(freshEmail());
    const { rows } = await pool().query(
      `WITH d AS (INSERT INTO deliveries (event_id, template, channel, user_id, state)
         VALUES (gen_random_uuid(), 'receipt', 'email', $1, 'sent') RETURNING id)
       INSERT INTO delivery_history (delivery_id, what)
       SELECT id, what FROM d, unnest(ARRAY['sending', 'accepted']) AS done(what) RETURNING delivery_id`,
      [userId],
    );
    // SendGrid's timestamps are whole seconds.
    const timestamp = Number(seconds());
    const common = { delivery_id: rows[0].delivery_id, email: freshEmail(), timestamp };
    await postAll(
      mailEvent({ ...common, event: 'delivered', sg_event_id: `a${randomUUID()}` }),
      mailEvent({ ...common, event: 'processed', sg_event_id: `b${randomUUID()}` }),
    );
    const history = await listHistory(pool(), [rows[0].delivery_id]);
    expect(history.map(({ what }) => what)).toEqual([
      'requested',
      ...['sending', 'accepted', 'processed', 'delivered'],
    ]);
    const times = history.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
  });

  it('returns 400 and stores nothing for a changed byte, another key, a stale time or a missing header', async () => {
    const email = freshEmail();
    const event = mailEvent({ event: 'bounce', email });
    const body = JSON.stringify([event]);
    const other = sign('sha256', Buffer.from(seconds() + body), signingKeys().privateKey).toString(
      'base64',
    );
    const stale = String(Number(seconds()) - 301);
    const signature = 'x-twilio-email-event-webhook-signature';
    const timestamp = 'x-twilio-email-event-webhook-timestamp';
    const refused = [
      await post(body, { [signature]: other }),
      await post(body, { [signature]: '' }),
      await post(body, { [signature]: 'AAAA' }),
      await post(body, { [timestamp]: '' }),
      await post(body, { [timestamp]: String(Number(seconds()) - 10) }),
      await post(body, { [timestamp]: 'now' }),
      await post(body, {}, stale),
      await post(body, {}, String(Number(seconds()) + 400)),
      await call(notification.url + sendgridWebhook.path, { json: [event] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    const at = seconds();
    const good = sign('sha256', Buffer.from(at + body), messageKeys.sendgrid.privateKey);
    const changed = await post(body.replace('bounce', 'bouncE'), {
      [signature]: good.toString('base64'),
      [timestamp]: at,
    });
    expect(changed.status).toBe(400);
    expect(await kept(event.sg_event_id)).toEqual([]);
    expect(await causesOf(notification, email)).toEqual([]);
  });

  it('P-7.1 verifies the signature on the raw bytes', async () => {
    const event = mailEvent({ event: 'delivered', email: 'ü@example.com', note: '🗝️' });
    const body = ` [\r\n\t${JSON.stringify(event)}  ,\r\n]`.replace(',\r\n]', '\r\n]');
    expect((await post(body)).status).toBe(200);
    expect(await kept(event.sg_event_id)).toHaveLength(1);
    expect((await post(Buffer.from([0x5b, 0xff, 0x5d]))).status).toBe(400);
  });

  it.each(['', '{}', 'null', '"x"', '[[]', 'x'.repeat(3_000_000)])(
    'returns 4xx for signed invalid input (%#)',
    async (body) => {
      const { status } = await post(body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  it('applies valid events beside invalid ones', async () => {
    const event = mailEvent({ event: 'bounce', email: freshEmail() });
    const answer = await postAll(null, 7, {}, { event: '' }, { event: 'open\0', email: 7 }, event);
    expect(answer.status).toBe(200);
    expect(await kept(event.sg_event_id)).toHaveLength(1);
  });
});
