import { randomBytes, randomUUID } from 'node:crypto';
import { twilioWebhook } from '@cairn/contracts/http/messages.ts';
import { call } from '@cairn/testing/http.ts';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { messageKeys } from './message-keys.ts';
import {
  causesOf,
  freshNumber,
  givePhone,
  join,
  keptWebhooks,
  ownAlerts,
  putAlerts,
} from './preferences.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
let count = 0;
const freshEmail = () => `box${count++}@example.com`;
const kept = (eventId: unknown) => keptWebhooks(notification, eventId);

describe('P-3.4 the webhook of Twilio', () => {
  const newSid = () => `SM${randomBytes(16).toString('hex')}`;

  async function post(
    form: Record<string, string>,
    { query = '', token = '', signature = '' } = {},
  ) {
    const path = twilioWebhook.path + query;
    const right = twilio.getExpectedTwilioSignature(
      token || messageKeys.twilio.authToken,
      `https://cairn.example${path}`,
      form,
    );
    return call(notification.url + path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': signature || right,
      },
    });
  }

  const text = (from: string, body: string, sid = newSid()) => ({
    MessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    From: from,
    To: '+15005550006',
    Body: body,
  });

  async function userWithSmsAlerts() {
    const userId = await notification.register(freshEmail());
    const [on, off] = [await join(notification, userId), await join(notification, userId)];
    const number = await givePhone(notification, userId);
    await putAlerts(notification, userId, {
      alerts: [{ product_id: on, email_alerts: true, sms_alerts: true }],
    });
    const smsOf = async () => {
      const { alerts, smsSuppressed } = await ownAlerts(notification, userId);
      const isOn = (id: string) => alerts.find(({ product_id }) => product_id === id)?.sms_alerts;
      return { on: isOn(on), off: isOn(off), smsSuppressed };
    };
    return { userId, number, on, smsOf };
  }

  it.each(['STOP', 'stop', ' Stop. ', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'])(
    '%j ends SMS alerts, and START restores those that were on',
    async (word) => {
      const { userId, number, on, smsOf } = await userWithSmsAlerts();
      const answer = await post(text(number, word));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
      expect(answer.body).toMatch(/<Response><\/Response>$/);
      expect(await smsOf()).toEqual({ on: false, off: false, smsSuppressed: true });
      expect(await causesOf(notification, number)).toEqual(['stop']);
      const put = await putAlerts(notification, userId, {
        alerts: [{ product_id: on, email_alerts: true, sms_alerts: true }],
      });
      expect(put.status).toBe(409);
      await post(text(number, 'start'));
      expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
      expect(await causesOf(notification, number)).toEqual([]);
    },
  );

  it('START restores SMS alerts also after a change of the email preferences', async () => {
    const { userId, number, on, smsOf } = await userWithSmsAlerts();
    await post(text(number, 'STOP'));
    await putAlerts(notification, userId, {
      alerts: [{ product_id: on, email_alerts: false, sms_alerts: false }],
    });
    await post(text(number, 'START'));
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it('another text changes nothing and is not stored', async () => {
    const { number, smsOf } = await userWithSmsAlerts();
    const message = text(number, 'Please stop by, my name is Ann');
    expect((await post(message)).status).toBe(200);
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
    expect(await kept(message.MessageSid)).toEqual([
      { kind: 'received', delivery_id: null, detail: null },
    ]);
  });

  it('a repeated old STOP after START changes nothing', async () => {
    const { number, smsOf } = await userWithSmsAlerts();
    const stop = text(number, 'STOP');
    await Promise.all(Array.from({ length: 10 }, () => post(stop)));
    await post(text(number, 'START'));
    await post(stop);
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it('STOP applies to all users of a shared phone', async () => {
    const first = await userWithSmsAlerts();
    const second = await userWithSmsAlerts();
    await pool().query('UPDATE phones SET number = $2 WHERE user_id = $1', [
      second.userId,
      first.number,
    ]);
    await post(text(first.number, 'STOP'));
    expect(await first.smsOf()).toMatchObject({ on: false, smsSuppressed: true });
    expect(await second.smsOf()).toMatchObject({ on: false, smsSuppressed: true });
  });

  it('P-3.1 a status of a maybe sent message marks it as sent and updates last_notified_at', async () => {
    const { userId, on } = await userWithSmsAlerts();
    const { rows } = await pool().query(
      `INSERT INTO deliveries (event_id, template, channel, user_id, product_id, state)
       VALUES (gen_random_uuid(), 'clue_published', 'sms', $1, $2, 'maybe_sent') RETURNING id`,
      [userId, on],
    );
    const { id } = rows[0];
    const status = { MessageSid: newSid(), MessageStatus: 'sent', To: freshNumber() };
    expect((await post(status, { query: `?delivery=${id}` })).status).toBe(200);
    const { rows: after } = await pool().query('SELECT state FROM deliveries WHERE id = $1', [id]);
    expect(after).toEqual([{ state: 'sent' }]);
    const { alerts } = await ownAlerts(notification, userId);
    const notified = alerts.filter(({ last_notified_at }) => last_notified_at);
    expect(notified.map(({ product_id }) => product_id)).toEqual([on]);
  });

  it('a status is stored with its delivery, and error 21610 stops the number', async () => {
    const deliveryId = randomUUID();
    const number = freshNumber();
    const status = {
      MessageSid: newSid(),
      MessageStatus: 'failed',
      ErrorCode: '21610',
      To: number,
      From: '+15005550006',
    };
    expect((await post(status, { query: `?delivery=${deliveryId}` })).status).toBe(200);
    expect(await kept(`${status.MessageSid}:failed`)).toEqual([
      { kind: 'failed', delivery_id: deliveryId, detail: 'error 21610' },
    ]);
    expect(await causesOf(notification, number)).toEqual(['stop']);
  });

  it('returns 403 with another token, another URL, a changed field or no signature', async () => {
    const { number, smsOf } = await userWithSmsAlerts();
    const message = text(number, 'STOP');
    const right = twilio.getExpectedTwilioSignature(
      messageKeys.twilio.authToken,
      `https://cairn.example${twilioWebhook.path}`,
      message,
    );
    const refused = [
      await post(message, { token: 'another' }),
      await post(message, { signature: right, query: '?delivery=x' }),
      await post({ ...message, Extra: 'x' }, { signature: right }),
      await post({ ...message, Body: 'QUIT' }, { signature: right }),
      await post(message, { signature: 'AAAA' }),
      await call(notification.url + twilioWebhook.path, {
        raw: new URLSearchParams(message).toString(),
      }),
      await call(notification.url + twilioWebhook.path, { json: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it.each([{}, { MessageSid: 'x' }, { MessageSid: newSid().slice(1), Body: 'STOP' }])(
    'returns 400 for a signed request without a message (%#)',
    async (form) => {
      expect((await post(form as Record<string, string>)).status).toBe(400);
    },
  );
});
