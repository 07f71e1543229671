import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYS, type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';
import type { Message } from './messages.ts';

async function sendMail(sandbox: RunningSandbox, to: string, subject: string): Promise<void> {
  const answer = await sandbox.call('/v3/mail/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.sendgrid}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [{ to: [{ email: to }] }],
      from: { email: 'hello@cairn.example' },
      subject,
      content: [
        { type: 'text/plain', value: 'text' },
        { type: 'text/html', value: '<script>alert(1)</script>' },
      ],
    }),
  });
  expect(answer.status).toBe(202);
}

async function list(sandbox: RunningSandbox, query = ''): Promise<Message[]> {
  return (await (await sandbox.call(`/messages${query}`)).json()) as Message[];
}

describe('inbox', () => {
  it('lists messages oldest first, filtered by address, channel and time', async () => {
    await using sandbox = await runSandbox();
    await sendMail(sandbox, 'ann@example.com', 'first');
    await sendMail(sandbox, 'bea@example.com', 'second');
    const all = await list(sandbox);
    expect(all.map(({ subject }) => subject)).toEqual(['first', 'second']);
    expect(await list(sandbox, '?to=ann@example.com')).toHaveLength(1);
    expect(await list(sandbox, '?to=nn@example.com')).toEqual([]);
    expect(await list(sandbox, '?channel=email')).toHaveLength(2);
    expect(await list(sandbox, '?channel=sms')).toEqual([]);
    const newest = all[1]?.at ?? '';
    const since = await list(sandbox, `?since=${newest}`);
    expect(since.map(({ subject }) => subject)).toContain('second');
    const later = new Date(Date.parse(newest) + 1);
    expect(await list(sandbox, `?since=${later.toISOString()}`)).toEqual([]);
    expect(await list(sandbox, `?since=${later.getTime()}`)).toEqual([]);
    expect((await sandbox.call('/messages?since=soon')).status).toBe(400);
  });

  it('returns one message, with a CSP that blocks scripts in its HTML', async () => {
    await using sandbox = await runSandbox();
    await sendMail(sandbox, 'ann@example.com', 'first');
    const [message] = await list(sandbox);
    const one = await sandbox.call(`/messages/${message?.id}`);
    expect(await one.json()).toEqual(message);
    const html = await sandbox.call(`/messages/${message?.id}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/sandbox(?!.*allow-scripts)/);
    expect((await sandbox.call('/messages/none')).status).toBe(404);
  });

  it('page uses relative links only, so that it also works under /sandbox/', async () => {
    await using sandbox = await runSandbox();
    const page = await (await sandbox.call('/')).text();
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    const own = links.filter((link) => !link.startsWith('data:'));
    expect(own.length).toBeGreaterThan(1);
    for (const link of own) {
      expect(link).not.toMatch(/^\/|:/);
      expect((await sandbox.call(`/${link}`)).status).toBe(200);
    }
    expect(page).not.toMatch(/<script(?![^>]*src=)/);
  });

  it('keeps mails and intents across a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state.jsonl');
    const before = await runSandbox({ stateFile });
    await sendMail(before, 'ann@example.com', 'kept');
    const intent = await before.stripe.paymentIntents.create(
      { amount: 2000, currency: 'usd' },
      { idempotencyKey: 'kept' },
    );
    await before[Symbol.asyncDispose]();
    await using after = await runSandbox({ stateFile });
    expect(await list(after)).toMatchObject([{ subject: 'kept' }]);
    expect(await after.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    const again = await after.stripe.paymentIntents.create(
      { amount: 2000, currency: 'usd' },
      { idempotencyKey: 'kept' },
    );
    expect(again.id).toBe(intent.id);
  });
});
