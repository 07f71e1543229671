import sendgrid from '@sendgrid/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../inbox/messages.ts';
import { KEYS, type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
/** The package's single client is missing from its types; its key must be set before its URL. */
const client: { setDefaultRequest: (name: 'baseUrl', url: string) => void } = Reflect.get(
  sendgrid,
  'client',
);

beforeAll(async () => {
  sandbox = await runSandbox();
  sendgrid.setApiKey(KEYS.sendgrid);
  client.setDefaultRequest('baseUrl', sandbox.url);
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

const mail = {
  from: { email: 'hello@cairn.example', name: 'Cairn' },
  personalizations: [{ to: [{ email: 'ann@example.com' }] }],
  subject: 'A clue',
  content: [
    { type: 'text/plain', value: 'Look north' },
    { type: 'text/html', value: '<p>Look north</p>' },
  ],
};

async function post(body: unknown, key = KEYS.sendgrid): Promise<Response> {
  return await sandbox.call('/v3/mail/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function messagesTo(address: string): Promise<Message[]> {
  const answer = await sandbox.call(`/messages?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Message[];
}

describe('mail/send', () => {
  it('accepts a mail from the official package', async () => {
    const [answer] = await sendgrid.send({
      to: { email: 'bea@example.com', name: 'Bea' },
      from: 'Cairn <hello@cairn.example>',
      replyTo: 'help@cairn.example',
      subject: 'Welcome',
      text: 'Hello Bea',
      html: '<p>Hello Bea</p>',
      headers: { 'List-Unsubscribe': '<https://cairn.example/u>' },
      customArgs: { deliveryId: 'd1' },
    });
    expect(answer.statusCode).toBe(202);
    const [message] = await messagesTo('BEA@example.com');
    expect(message).toMatchObject({
      channel: 'email',
      to: 'bea@example.com',
      from: 'hello@cairn.example',
      subject: 'Welcome',
      text: 'Hello Bea',
      html: '<p>Hello Bea</p>',
      customArgs: { deliveryId: 'd1' },
      providerId: answer.headers['x-message-id'],
    });
    expect(message?.headers).toMatchObject({
      'List-Unsubscribe': '<https://cairn.example/u>',
      'Reply-To': 'help@cairn.example',
      To: 'Bea <bea@example.com>',
    });
  });

  it('creates one message per personalization, at most 1000', async () => {
    const personalizations = Array.from({ length: 1000 }, (_, index) => ({
      to: [{ email: `member${index}@many.example` }],
      subject: `Clue for ${index}`,
    }));
    expect((await post({ ...mail, personalizations })).status).toBe(202);
    expect(await messagesTo('member0@many.example')).toHaveLength(1);
    expect(await messagesTo('member999@many.example')).toMatchObject([{ subject: 'Clue for 999' }]);

    const extra = { to: [{ email: 'one.more@many.example' }], subject: 'x' };
    const refused = await post({ ...mail, personalizations: [...personalizations, extra] });
    expect(refused.status).toBe(400);
    expect(await messagesTo('one.more@many.example')).toEqual([]);
  });

  it('applies substitutions per recipient', async () => {
    const of = (name: string) => ({
      to: [{ email: `${name}@own.example` }],
      substitutions: { '{{name}}': name },
    });
    const answer = await post({
      ...mail,
      personalizations: [of('cy'), of('di')],
      subject: 'For {{name}}',
      content: [{ type: 'text/plain', value: '{{name}} and {{name}}' }],
    });
    expect(answer.status).toBe(202);
    for (const name of ['cy', 'di']) {
      const [message] = await messagesTo(`${name}@own.example`);
      expect(message).toMatchObject({ subject: `For ${name}`, text: `${name} and ${name}` });
    }
  });

  it('returns 401 with a wrong API key', async () => {
    const answer = await post(mail, 'SG.wrong');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      errors: [
        {
          message: 'The provided authorization grant is invalid, expired, or revoked',
          field: null,
          help: null,
        },
      ],
    });
  });

  const html = { type: 'text/html', value: '<p>x</p>' };
  const plain = { type: 'text/plain', value: 'x' };
  const ann = { email: 'ann@example.com' };
  it.each([
    ['no recipients at all', { personalizations: [] }, 'personalizations'],
    ['an empty to', { personalizations: [{ to: [] }] }, 'personalizations.0.to'],
    ['one address twice', { personalizations: [{ to: [ann, ann] }] }, 'personalizations.0'],
    [
      'one address in to and, in capitals, in bcc',
      { personalizations: [{ to: [ann], bcc: [{ email: 'ANN@example.com' }] }] },
      'personalizations.0',
    ],
    [
      'a bad address',
      { personalizations: [{ to: [{ email: 'ann' }] }] },
      'personalizations.0.to.0.email',
    ],
    ['no sender', { from: undefined }, 'from.email'],
    ['no subject', { subject: undefined }, 'subject'],
    ['no content', { content: [] }, 'content'],
    ['an empty part', { content: [{ ...plain, value: '' }] }, 'content.0.value'],
    ['html before text', { content: [html, plain] }, 'content'],
    ['a reserved header', { headers: { Subject: 'x' } }, 'headers.Subject'],
    ['a wrong type', { subject: 7 }, 'subject'],
  ])('returns 400 for %s', async (_what, change, field) => {
    const before = ((await (await sandbox.call('/messages')).json()) as Message[]).length;
    const answer = await post({ ...mail, ...change });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { field: string; message: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
    expect(((await (await sandbox.call('/messages')).json()) as Message[]).length).toBe(before);
  });
});
