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
} from './wishes.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
let count = 0;
const freshEmail = () => `box${count++}@example.com`;
const kept = (eventId: unknown) => keptWebhooks(notification, eventId);

describe('P-3.4 what Twilio tells', () => {
  const newSid = () => `SM${randomBytes(16).toString('hex')}`;

  async function tell(
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

  async function textedUser() {
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
    'of %j ends alerts by SMS, and START brings back those that were on',
    async (word) => {
      const { userId, number, on, smsOf } = await textedUser();
      const answer = await tell(text(number, word));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
      expect(answer.body).toMatch(/<Response><\/Response>$/);
      expect(await smsOf()).toEqual({ on: false, off: false, smsSuppressed: true });
      expect(await causesOf(notification, number)).toEqual(['stop']);
      const put = await putAlerts(notification, userId, {
        alerts: [{ product_id: on, email_alerts: true, sms_alerts: true }],
      });
      expect(put.status).toBe(409);
      await tell(text(number, 'start'));
      expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
      expect(await causesOf(notification, number)).toEqual([]);
    },
  );

  it('of START brings them back also where the choice about mails was changed meanwhile', async () => {
    const { userId, number, on, smsOf } = await textedUser();
    await tell(text(number, 'STOP'));
    await putAlerts(notification, userId, {
      alerts: [{ product_id: on, email_alerts: false, sms_alerts: false }],
    });
    await tell(text(number, 'START'));
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it('of any other text changes nothing and keeps none of it', async () => {
    const { number, smsOf } = await textedUser();
    const message = text(number, 'Please stop by, my name is Ann');
    expect((await tell(message)).status).toBe(200);
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
    expect(await kept(message.MessageSid)).toEqual([
      { kind: 'received', delivery_id: null, detail: null },
    ]);
  });

  it('has its effect once: an old STOP that is told again after START changes nothing', async () => {
    const { number, smsOf } = await textedUser();
    const stop = text(number, 'STOP');
    await Promise.all(Array.from({ length: 10 }, () => tell(stop)));
    await tell(text(number, 'START'));
    await tell(stop);
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it('of a phone that several share is for all of them', async () => {
    const first = await textedUser();
    const second = await textedUser();
    await pool().query('UPDATE phones SET number = $2 WHERE user_id = $1', [
      second.userId,
      first.number,
    ]);
    await tell(text(first.number, 'STOP'));
    expect(await first.smsOf()).toMatchObject({ on: false, smsSuppressed: true });
    expect(await second.smsOf()).toMatchObject({ on: false, smsSuppressed: true });
  });

  it('P-3.1 of a message that perhaps went tells that it did, and that its reader was told', async () => {
    const { userId, on } = await textedUser();
    const { rows } = await pool().query(
      `INSERT INTO deliveries (event_id, template, channel, user_id, product_id, state)
       VALUES (gen_random_uuid(), 'clue_published', 'sms', $1, $2, 'maybe_sent') RETURNING id`,
      [userId, on],
    );
    const { id } = rows[0];
    const status = { MessageSid: newSid(), MessageStatus: 'sent', To: freshNumber() };
    expect((await tell(status, { query: `?delivery=${id}` })).status).toBe(200);
    const { rows: after } = await pool().query('SELECT state FROM deliveries WHERE id = $1', [id]);
    expect(after).toEqual([{ state: 'sent' }]);
    const { alerts } = await ownAlerts(notification, userId);
    const told = alerts.filter(({ last_notified_at }) => last_notified_at);
    expect(told.map(({ product_id }) => product_id)).toEqual([on]);
  });

  it('of a delivery is kept by its delivery, and 21610 stops the number', async () => {
    const deliveryId = randomUUID();
    const number = freshNumber();
    const status = {
      MessageSid: newSid(),
      MessageStatus: 'failed',
      ErrorCode: '21610',
      To: number,
      From: '+15005550006',
    };
    expect((await tell(status, { query: `?delivery=${deliveryId}` })).status).toBe(200);
    expect(await kept(`${status.MessageSid}:failed`)).toEqual([
      { kind: 'failed', delivery_id: deliveryId, detail: 'error 21610' },
    ]);
    expect(await causesOf(notification, number)).toEqual(['stop']);
  });

  it('is 403 with another token, another address, a changed field or no signature', async () => {
    const { number, smsOf } = await textedUser();
    const message = text(number, 'STOP');
    const right = twilio.getExpectedTwilioSignature(
      messageKeys.twilio.authToken,
      `https://cairn.example${twilioWebhook.path}`,
      message,
    );
    const refused = [
      await tell(message, { token: 'another' }),
      await tell(message, { signature: right, query: '?delivery=x' }),
      await tell({ ...message, Extra: 'x' }, { signature: right }),
      await tell({ ...message, Body: 'QUIT' }, { signature: right }),
      await tell(message, { signature: 'AAAA' }),
      await call(notification.url + twilioWebhook.path, {
        raw: new URLSearchParams(message).toString(),
      }),
      await call(notification.url + twilioWebhook.path, { json: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect(await smsOf()).toEqual({ on: true, off: false, smsSuppressed: false });
  });

  it.each([{}, { MessageSid: 'x' }, { MessageSid: newSid().slice(1), Body: 'STOP' }])(
    'is 400 where it is signed and no message (%#)',
    async (form) => {
      expect((await tell(form as Record<string, string>)).status).toBe(400);
    },
  );
});
