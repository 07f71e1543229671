import { randomUUID } from 'node:crypto';
import twilio from 'twilio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../inbox/messages.ts';
import { KEYS, type RunningSandbox, runSandbox, until } from '../testing/running-sandbox.ts';
import { segments } from './text-messages.ts';

const FROM = '+15005550006';
const TO = '+18025550123';
const { accountSid, authToken } = KEYS.twilio;

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
beforeEach(() => {
  sandbox.calls.length = 0;
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

/** The official package with an HTTP client that sends to the sandbox. */
function client(token = authToken) {
  const http = new twilio.RequestClient();
  const request = http.request.bind(http);
  http.request = (options) =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', sandbox.url) });
  return twilio(accountSid, token, { httpClient: http });
}

async function messages(query = ''): Promise<Message[]> {
  return (await (await sandbox.call(`/messages${query}`)).json()) as Message[];
}

const form = (body: string) => Object.fromEntries(new URLSearchParams(body));
const smsCalls = () => sandbox.calls.filter(({ path }) => path.includes('/twilio'));

describe('messages', () => {
  it('sent by the official package appear in the inbox', async () => {
    const body = 'Clue 4 of The Vermont Troll is out';
    const sent = await client().messages.create({ to: TO, from: FROM, body });
    expect(sent).toMatchObject({ status: 'queued', to: TO, from: FROM, body, errorCode: null });
    expect(await messages(`?to=${encodeURIComponent(TO)}&channel=sms`)).toMatchObject([
      { channel: 'sms', to: TO, from: FROM, text: body, html: '', providerId: sent.sid },
    ]);
  });

  it.each([
    ['+15005550001', 21211],
    ['+15005550002', 21612],
    ['+15005550003', 21408],
    ['+15005550004', 21610],
    ['+15005550009', 21614],
    ['not a number', 21211],
    ['', 21604],
  ])('to %j return error %i', async (to, code) => {
    const before = (await messages()).length;
    await expect(client().messages.create({ to, from: FROM, body: 'x' })).rejects.toMatchObject({
      status: 400,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(await messages()).toHaveLength(before);
  });

  it.each([
    ['+15005550001', 21212, 400],
    ['+15005550007', 21606, 400],
    ['+15005550008', 21611, 429],
  ])('from %j return error %i', async (from, code, status) => {
    const call = client().messages.create({ to: TO, from, body: 'x' });
    await expect(call).rejects.toMatchObject({ status, code });
  });

  it.each([
    ['', 21602],
    ['x'.repeat(1601), 21617],
  ])('with an empty or too long body return an error', async (body, code) => {
    const call = client().messages.create({ to: TO, from: FROM, body });
    await expect(call).rejects.toMatchObject({ code });
  });

  it('return 401 with a wrong token', async () => {
    const call = client('wrong').messages.create({ to: TO, from: FROM, body: 'x' });
    await expect(call).rejects.toMatchObject({ status: 401, code: 20003 });
  });

  it('report their delivery with a signature that the official package verifies', async () => {
    const statusCallback = `http://cairn.test/api/webhooks/twilio?delivery=${randomUUID()}`;
    const sent = await client().messages.create({ to: TO, from: FROM, body: 'x', statusCallback });
    await until(() => expect(smsCalls()).toHaveLength(2));
    expect(smsCalls().map(({ body }) => form(body)['MessageStatus'])).toEqual([
      'sent',
      'delivered',
    ]);
    for (const { path, headers, body } of smsCalls()) {
      expect(form(body)).toMatchObject({ MessageSid: sent.sid, To: TO, From: FROM });
      const signature = String(headers['x-twilio-signature']);
      const url = `http://cairn.test${path}`;
      expect(url).toBe(statusCallback);
      expect(twilio.validateRequest(authToken, signature, url, form(body))).toBe(true);
    }
  });

  it('fail with the injected status and a Retry-After header', async () => {
    await sandbox.call('/faults', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'twilio', status: 429 }),
    });
    const answer = await sandbox.call(`/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
      },
      body: new URLSearchParams({ To: TO, From: FROM, Body: 'x' }),
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 20429 });
    await sandbox.call('/faults', { method: 'DELETE' });
  });
});

describe('STOP reply', () => {
  it('is reported by a signed webhook and blocks messages until START', async () => {
    const to = '+18025550188';
    await client().messages.create({ to, from: FROM, body: 'one' });
    const [message] = await messages(`?to=${encodeURIComponent(to)}`);
    const stop = await sandbox.call(`/messages/${message?.id}/stop`, { method: 'POST' });
    expect(await stop.json()).toEqual({ id: message?.id, reaction: 'stop', answer: 200 });
    const [call] = smsCalls();
    expect(form(call?.body ?? '')).toMatchObject({ From: to, To: FROM, Body: 'STOP' });
    const signature = String(call?.headers['x-twilio-signature']);
    const url = 'http://cairn.test/api/webhooks/twilio';
    expect(twilio.validateRequest(authToken, signature, url, form(call?.body ?? ''))).toBe(true);
    const again = () => client().messages.create({ to, from: FROM, body: 'two' });
    await expect(again()).rejects.toMatchObject({ code: 21610 });
    await sandbox.call(`/messages/${message?.id}/start`, { method: 'POST' });
    expect(form(smsCalls()[1]?.body ?? '')).toMatchObject({ Body: 'START' });
    expect((await again()).status).toBe('queued');
  });
});

describe('segments', () => {
  it.each([
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    ['x'.repeat(159) + '€', 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
  ])('are counted by GSM 03.38 (%#)', (body, count) => {
    expect(segments(body)).toBe(count);
  });
});
