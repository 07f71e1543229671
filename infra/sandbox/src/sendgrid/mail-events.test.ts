import { EventWebhook } from '@sendgrid/eventwebhook';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../inbox/messages.ts';
import { KEYS, type RunningSandbox, runSandbox, until } from '../testing/running-sandbox.ts';

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

async function sendMail(to: string, where = sandbox): Promise<Message> {
  const answer = await where.call('/v3/mail/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.sendgrid}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [{ to: [{ email: to }], custom_args: { delivery_id: `of ${to}` } }],
      from: { email: 'hello@cairn.example' },
      subject: 'A clue',
      content: [{ type: 'text/plain', value: 'Look north' }],
    }),
  });
  expect(answer.status).toBe(202);
  const found = (await (await where.call(`/messages?to=${to}`)).json()) as Message[];
  const message = found.at(-1);
  if (!message) throw new Error('no message');
  return message;
}

const receivedEvents = (where = sandbox) =>
  where.calls.flatMap(({ body }) => JSON.parse(body) as Record<string, unknown>[]);

function isSigned({ headers, body }: RunningSandbox['calls'][number]): boolean {
  const checker = new EventWebhook();
  const key = checker.convertPublicKeyToECDSA(KEYS.sendgridWebhook.publicKey.toString('base64'));
  const signature = String(headers['x-twilio-email-event-webhook-signature']);
  const timestamp = String(headers['x-twilio-email-event-webhook-timestamp']);
  return checker.verifySignature(key, body, signature, timestamp);
}

describe('SendGrid event webhook', () => {
  it('reports every delivered mail with a signature that the official package verifies', async () => {
    const message = await sendMail('ann@example.com');
    await until(() => expect(receivedEvents()).toHaveLength(2));
    expect(receivedEvents()).toMatchObject([
      { event: 'processed', email: 'ann@example.com', delivery_id: 'of ann@example.com' },
      { event: 'delivered', sg_message_id: expect.stringContaining(message.providerId) },
    ]);
    expect(new Set(receivedEvents().map((event) => event['sg_event_id'])).size).toBe(2);
    expect(sandbox.calls.every(isSigned)).toBe(true);
  });

  it.each([
    ['bounce', { event: 'bounce', type: 'bounce', status: '5.1.1' }],
    ['spam', { event: 'spamreport' }],
  ])('reports a %s before the call returns', async (reaction, event) => {
    const message = await sendMail(`${reaction}@example.com`);
    await until(() => expect(receivedEvents()).toHaveLength(2));
    const answer = await sandbox.call(`/messages/${message.id}/${reaction}`, { method: 'POST' });
    expect(await answer.json()).toEqual({ id: message.id, reaction, answer: 200 });
    expect(receivedEvents()[2]).toMatchObject({ ...event, email: `${reaction}@example.com` });
    expect(sandbox.calls.every(isSigned)).toBe(true);
  });

  it('returns an error for an unknown message or a text message', async () => {
    const message = await sendMail('bea@example.com');
    const post = (path: string) => sandbox.call(path, { method: 'POST' });
    expect((await post(`/messages/${message.id}/stop`)).status).toBe(400);
    expect((await post('/messages/none/bounce')).status).toBe(404);
  });

  it('is retried after a refusal, and dropped or repeated by faults', async () => {
    await using other = await runSandbox({ webhookAnswers: [503, 503] });
    const message = await sendMail('cal@example.com', other);
    await until(() => expect(receivedEvents(other)).toHaveLength(6));
    expect(new Set(receivedEvents(other).map((event) => event['sg_event_id'])).size).toBe(2);
    const setFaults = (webhooks: Record<string, unknown>) =>
      other.call('/faults', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'sendgrid', webhooks }),
      });
    await setFaults({ drop: true });
    const dropped = await other.call(`/messages/${message.id}/bounce`, { method: 'POST' });
    expect(await dropped.json()).toMatchObject({ answer: 'dropped' });
    expect(receivedEvents(other)).toHaveLength(6);
    await setFaults({ repeat: 3 });
    await other.call(`/messages/${message.id}/bounce`, { method: 'POST' });
    await until(() => expect(receivedEvents(other)).toHaveLength(9));
  });
});
