import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorOf,
  KEYS,
  type RunningSandbox,
  runSandbox,
  until,
} from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await runSandbox();
});
afterEach(async () => {
  await sandbox[Symbol.asyncDispose]();
});

const params = { amount: 2000, currency: 'usd' } as const;

async function put(settings: object): Promise<Response> {
  return await sandbox.call('/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
}

async function sendMail(signal?: AbortSignal): Promise<Response> {
  return await sandbox.call('/v3/mail/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.sendgrid}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [{ to: [{ email: 'ann@example.com' }] }],
      from: { email: 'hello@cairn.example' },
      subject: 'x',
      content: [{ type: 'text/plain', value: 'x' }],
    }),
    ...(signal ? { signal } : {}),
  });
}

async function countMessages(): Promise<number> {
  return ((await (await sandbox.call('/messages')).json()) as unknown[]).length;
}

describe('faults', () => {
  it('fail one provider with the given status until cleared', async () => {
    await put({ provider: 'stripe', status: 503 });
    expect((await errorOf(sandbox.stripe.paymentIntents.create(params))).statusCode).toBe(503);
    expect((await sendMail()).status).toBe(202);
    await sandbox.call('/faults?provider=sendgrid', { method: 'DELETE' });
    expect((await errorOf(sandbox.stripe.paymentIntents.list())).statusCode).toBe(503);
    await sandbox.call('/faults', { method: 'DELETE' });
    expect((await sandbox.stripe.paymentIntents.list()).data).toEqual([]);
  });

  it('leave the idempotency key unused, so that a retry succeeds', async () => {
    const options = { idempotencyKey: 'once' };
    await put({ provider: 'stripe', errorRate: 1 });
    const failed = await errorOf(sandbox.stripe.paymentIntents.create(params, options));
    expect(failed).toMatchObject({ statusCode: 500, type: 'api_error' });
    await put({ provider: 'stripe', errorRate: 0 });
    const made = await sandbox.stripe.paymentIntents.create(params, options);
    expect(made.status).toBe('requires_payment_method');
  });

  it('fail some calls at an error rate between 0 and 1', async () => {
    await put({ provider: 'sendgrid', errorRate: 0.5, status: 429 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => sendMail()));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    expect(await countMessages()).toBe(statuses.filter((status) => status === 202).length);
  });

  it('delay responses', async () => {
    await put({ provider: 'sendgrid', latencyMs: 120 });
    const started = performance.now();
    expect((await sendMail()).status).toBe(202);
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });

  it('hang before the work and close the connection when cleared', async () => {
    await put({ provider: 'sendgrid', hang: true });
    const held = sendMail().then(
      () => 'answered',
      () => 'cut',
    );
    const timedOut = await sendMail(AbortSignal.timeout(100)).catch((error: Error) => error.name);
    expect(timedOut).toBe('TimeoutError');
    await sandbox.call('/faults', { method: 'DELETE' });
    expect(await held).toBe('cut');
    expect(await countMessages()).toBe(0);
  });

  it('hang after the work is done', async () => {
    await put({ provider: 'sendgrid', hang: 'after' });
    const held = sendMail(AbortSignal.timeout(30_000)).catch((error: Error) => error.name);
    await until(async () => expect(await countMessages()).toBe(1));
    await sandbox.call('/faults', { method: 'DELETE' });
    expect(await held).toBe('TypeError');
  });

  it.each([
    [{ provider: 'twitter' }],
    [{ provider: 'stripe', errorRate: 2 }],
    [{ provider: 'stripe', status: 200 }],
    [{ provider: 'stripe', latency: 5 }],
  ])('%j returns 400 and sets nothing', async (settings) => {
    expect((await put(settings)).status).toBe(400);
    expect(await (await sandbox.call('/faults')).json()).toEqual({ faults: [] });
  });
});
