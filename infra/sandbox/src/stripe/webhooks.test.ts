import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, type RunningSandbox, runSandbox, until } from '../testing/running-sandbox.ts';
import { shuffled } from './webhooks.ts';

const paid = {
  amount: 2000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
} as const;

function types(sandbox: RunningSandbox): string[] {
  return sandbox.received.map((event) => event.type);
}

interface Held {
  id: string;
  type: string;
  about: string | null;
}

async function release(sandbox: RunningSandbox, body: object): Promise<unknown> {
  const answer = await sandbox.call('/webhooks/release', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return await answer.json();
}

async function setWebhookFaults(sandbox: RunningSandbox, webhooks: object): Promise<void> {
  const answer = await sandbox.call('/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'stripe', webhooks }),
  });
  expect(answer.status).toBe(200);
}

describe('webhooks', () => {
  it('report every change of an intent with a signature that the SDK verifies', async () => {
    await using sandbox = await runSandbox();
    const intent = await sandbox.stripe.paymentIntents.create(paid);
    const other = await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await sandbox.stripe.paymentIntents
      .confirm(other.id, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => undefined);
    await sandbox.stripe.paymentIntents.confirm(other.id, {
      payment_method: 'pm_card_authenticationRequired',
    });
    await sandbox.stripe.paymentIntents.cancel(other.id);
    await until(() => expect(sandbox.received).toHaveLength(6));
    expect(types(sandbox).sort()).toEqual([
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
    ]);
    const succeeded = sandbox.received.find((event) => event.type === 'payment_intent.succeeded');
    expect(succeeded?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(succeeded?.data.object).toEqual(await sandbox.stripe.paymentIntents.retrieve(intent.id));
  });

  it('go to the configured endpoint', async () => {
    await using sandbox = await runSandbox();
    const { webhookEndpoints } = sandbox.stripe;
    const [only, ...more] = (await webhookEndpoints.list()).data;
    expect(more).toEqual([]);
    expect(only).toMatchObject({ status: 'enabled', enabled_events: ['*'] });
    expect(only?.url).toMatch(/\/api\/webhooks\/stripe$/);
    expect(await webhookEndpoints.retrieve(only?.id ?? '')).toEqual(only);
    expect((await errorOf(webhookEndpoints.retrieve('we_none'))).statusCode).toBe(404);
  });

  it('are retried with the same event id until accepted', async () => {
    await using sandbox = await runSandbox({ webhookAnswers: [500, 400, 301] });
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await until(() => expect(sandbox.logged.join()).toContain('webhook.delivered'));
    expect(sandbox.received).toHaveLength(4);
    expect(new Set(sandbox.received.map((event) => event.id)).size).toBe(1);
  });

  it('are abandoned after the last attempt', async () => {
    const webhookAnswers = [500, 500, 500];
    await using sandbox = await runSandbox({ webhookAnswers, retryDelaysMs: [5, 5] });
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await until(() => expect(sandbox.logged.join()).toContain('webhook.abandoned'));
    expect(sandbox.received).toHaveLength(3);
    expect(await (await sandbox.call('/metrics')).text()).toContain('sandbox_webhooks_pending 0');
  });

  it('not yet accepted survive a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state.jsonl');
    const before = await runSandbox({ stateFile, webhookAnswers: [503], retryDelaysMs: [60_000] });
    await before.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await until(() => expect(before.logged.join()).toContain('webhook.failed'));
    await before[Symbol.asyncDispose]();
    await using after = await runSandbox({ stateFile });
    await until(() => expect(after.received).toHaveLength(1));
    expect(after.received[0]?.id).toBe(before.received[0]?.id);
  });

  it('are not delivered while dropped, but the event is listed', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { drop: true });
    const lost = await sandbox.stripe.paymentIntents.create(paid);
    await sandbox.call('/faults', { method: 'DELETE' });
    const delivered = await sandbox.stripe.paymentIntents.create(paid);
    await until(() => expect(sandbox.received).toHaveLength(2));
    const ids = sandbox.received.map((event) => 'id' in event.data.object && event.data.object.id);
    expect(new Set(ids)).toEqual(new Set([delivered.id]));
    const listed = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' });
    expect(listed.data.map((event) => 'id' in event.data.object && event.data.object.id)).toEqual([
      delivered.id,
      lost.id,
    ]);
    const [newest] = listed.data;
    expect(await sandbox.stripe.events.retrieve(newest?.id ?? '')).toEqual(newest);
  });

  it('are repeated by a fault, each copy with the same event id', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { repeat: 3 });
    await sandbox.stripe.paymentIntents.create(paid);
    await until(() => expect(sandbox.received).toHaveLength(6));
    const created = Array(3).fill('payment_intent.created');
    const succeeded = Array(3).fill('payment_intent.succeeded');
    expect(types(sandbox).sort()).toEqual([...created, ...succeeded]);
    expect(new Set(sandbox.received.map((event) => event.id)).size).toBe(2);
  });

  it('are held until released in the requested order', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { hold: true });
    await sandbox.stripe.paymentIntents.create(paid);
    const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await sandbox.stripe.paymentIntents.cancel(id);
    const held = (await (await sandbox.call('/webhooks/held')).json()) as Held[];
    expect(held.map(({ type }) => type.replace('payment_intent.', ''))).toEqual([
      'created',
      'succeeded',
      'created',
      'canceled',
    ]);
    expect(held[3]?.about).toBe(id);
    expect(await release(sandbox, { types: ['payment_intent.c*'], order: 'reverse' })).toEqual([
      { id: held[3]?.id, type: 'payment_intent.canceled', answer: 200 },
      { id: held[2]?.id, type: 'payment_intent.created', answer: 200 },
      { id: held[0]?.id, type: 'payment_intent.created', answer: 200 },
    ]);
    expect(sandbox.received.map((event) => event.id)).toEqual([
      held[3]?.id,
      held[2]?.id,
      held[0]?.id,
    ]);
    expect(await release(sandbox, { ids: [held[1]?.id] })).toHaveLength(1);
    expect(await release(sandbox, {})).toEqual([]);
    expect(sandbox.received).toHaveLength(4);
  });

  it('are held by type, and released when the fault is cleared', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { hold: true, types: ['payment_intent.created'] });
    await sandbox.stripe.paymentIntents.create(paid);
    await until(() => expect(types(sandbox)).toEqual(['payment_intent.succeeded']));
    await sandbox.call('/faults', { method: 'DELETE' });
    await until(() =>
      expect(types(sandbox)).toEqual(['payment_intent.succeeded', 'payment_intent.created']),
    );
  });

  it('that are held survive a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state.jsonl');
    const before = await runSandbox({ stateFile });
    await setWebhookFaults(before, { hold: true });
    await before.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await before[Symbol.asyncDispose]();
    expect(before.received).toEqual([]);
    await using after = await runSandbox({ stateFile });
    await until(() => expect(types(after)).toEqual(['payment_intent.created']));
  });

  it('are delayed by a fault', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { delayMs: 1_000, types: ['payment_intent.created'] });
    const started = performance.now();
    await sandbox.stripe.paymentIntents.create(paid);
    await until(() => expect(sandbox.received).toHaveLength(2));
    expect(performance.now() - started).toBeGreaterThanOrEqual(995);
    expect(types(sandbox)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);
  });

  it('can be resent, dropped ones included', async () => {
    await using sandbox = await runSandbox({ webhookAnswers: [500] });
    await setWebhookFaults(sandbox, { drop: true });
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    const [lost] = (await sandbox.stripe.events.list()).data;
    for (const answer of [500, 200, 200]) {
      const sent = await sandbox.call(`/webhooks/${lost?.id}/send`, { method: 'POST' });
      expect(await sent.json()).toEqual({ id: lost?.id, type: lost?.type, answer });
    }
    expect(sandbox.received.map((event) => event.id)).toEqual(Array(3).fill(lost?.id));
  });

  it('return 404 if not held or unknown', async () => {
    await using sandbox = await runSandbox();
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST', headers };
    const unheld = { ...post, body: JSON.stringify({ ids: ['evt_none'] }) };
    expect((await sandbox.call('/webhooks/release', unheld)).status).toBe(404);
    const invalid = { ...post, body: JSON.stringify({ order: 'upwards' }) };
    expect((await sandbox.call('/webhooks/release', invalid)).status).toBe(400);
    expect((await sandbox.call('/webhooks/evt_none/send', post)).status).toBe(404);
  });

  it('arrive out of order when shuffled', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { shuffle: true });
    await sandbox.stripe.paymentIntents.create(paid);
    await until(() => expect(sandbox.received).toHaveLength(2));
    expect(types(sandbox)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);
  });
});

describe('shuffled', () => {
  it('returns the same entries in a different order', () => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      expect(shuffled([1, 2])).toEqual([2, 1]);
      const mixed = shuffled([1, 2, 3]);
      expect(mixed).not.toEqual([1, 2, 3]);
      expect(mixed.toSorted()).toEqual([1, 2, 3]);
    }
  });
});
