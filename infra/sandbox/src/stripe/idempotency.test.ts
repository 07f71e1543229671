import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, KEYS, type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

const params = { amount: 2000, currency: 'usd' } as const;

async function rawCreate(idempotencyKey: string, body: Record<string, string>): Promise<Response> {
  return await sandbox.call('/v1/payment_intents', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.secret}`, 'idempotency-key': idempotencyKey },
    body: new URLSearchParams(body),
  });
}

describe('idempotency key', () => {
  it('replays the first response for the same call and marks it as replayed', async () => {
    const key = randomUUID();
    const first = await rawCreate(key, { amount: '2000', currency: 'usd' });
    const again = await rawCreate(key, { currency: 'usd', amount: '2000' });
    expect(await again.json()).toEqual(await first.json());
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
  });

  it('replays a decline without charging the card again', async () => {
    const options = { idempotencyKey: randomUUID() };
    const declined = {
      ...params,
      payment_method: 'pm_card_chargeDeclined',
      confirm: true,
    } as const;
    const first = await errorOf(sandbox.stripe.paymentIntents.create(declined, options));
    const again = await errorOf(sandbox.stripe.paymentIntents.create(declined, options));
    expect(first.statusCode).toBe(402);
    expect(again.statusCode).toBe(402);
    expect(again.charge).toBe(first.charge);
  });

  it('returns an error for other parameters or another endpoint', async () => {
    const options = { idempotencyKey: randomUUID() };
    const intent = await sandbox.stripe.paymentIntents.create(params, options);
    const dearer = sandbox.stripe.paymentIntents.create({ ...params, amount: 2500 }, options);
    expect(await errorOf(dearer)).toMatchObject({ statusCode: 400, type: 'idempotency_error' });
    const elsewhere = sandbox.stripe.paymentIntents.cancel(intent.id, {}, options);
    expect(await errorOf(elsewhere)).toMatchObject({
      statusCode: 400,
      type: 'idempotency_error',
    });
  });

  it('stays unused when validation fails', async () => {
    const key = randomUUID();
    expect((await rawCreate(key, { amount: '1', currency: 'usd' })).status).toBe(400);
    expect((await rawCreate(key, { amount: '2000', currency: 'usd' })).status).toBe(200);
  });

  it('creates one intent for twenty concurrent calls; the others return 409 or the same response', async () => {
    await using slow = await runSandbox();
    const latency = { provider: 'stripe', latencyMs: 500 };
    await slow.call('/faults', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(latency),
    });
    const options = { idempotencyKey: randomUUID() };
    const calls = Array.from({ length: 20 }, () =>
      slow.stripe.paymentIntents.create(params, options),
    );
    const settled = await Promise.allSettled(calls);
    const made = settled.filter((result) => result.status === 'fulfilled');
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(new Set(made.map((result) => result.value.id)).size).toBe(1);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((result) => result.reason.statusCode === 409)).toBe(true);
    expect((await slow.stripe.paymentIntents.list()).data).toHaveLength(1);
  });
});
