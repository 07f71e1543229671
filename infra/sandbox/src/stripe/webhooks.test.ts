import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';

const paid = {
  amount: 2000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
} as const;

function types(sandbox: RunningSandbox): string[] {
  return sandbox.received.map((event) => event.type);
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
  it('tell each change of an intent, signed as the SDK verifies', async () => {
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
    await vi.waitFor(() => expect(sandbox.received).toHaveLength(6));
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

  it('are repeated until they are taken, with the same event id', async () => {
    await using sandbox = await runSandbox({ webhookAnswers: [500, 400, 301] });
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await vi.waitFor(() => expect(sandbox.logged.join()).toContain('webhook.delivered'));
    expect(sandbox.received).toHaveLength(4);
    expect(new Set(sandbox.received.map((event) => event.id)).size).toBe(1);
  });

  it('are given up after the last try', async () => {
    const webhookAnswers = [500, 500, 500];
    await using sandbox = await runSandbox({ webhookAnswers, retryDelaysMs: [5, 5] });
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await vi.waitFor(() => expect(sandbox.logged.join()).toContain('webhook.given_up'));
    expect(sandbox.received).toHaveLength(3);
    expect(await (await sandbox.call('/metrics')).text()).toContain('sandbox_webhooks_pending 0');
  });

  it('not yet taken survive a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state.jsonl');
    const before = await runSandbox({ stateFile, webhookAnswers: [503], retryDelaysMs: [60_000] });
    await before.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
    await vi.waitFor(() => expect(before.logged.join()).toContain('webhook.failed'));
    await before[Symbol.asyncDispose]();
    await using after = await runSandbox({ stateFile });
    await vi.waitFor(() => expect(after.received).toHaveLength(1));
    expect(after.received[0]?.id).toBe(before.received[0]?.id);
  });

  it('are lost for ever while dropped, though the event is in the list', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { drop: true });
    const lost = await sandbox.stripe.paymentIntents.create(paid);
    await sandbox.call('/faults', { method: 'DELETE' });
    const told = await sandbox.stripe.paymentIntents.create(paid);
    await vi.waitFor(() => expect(sandbox.received).toHaveLength(2));
    const ids = sandbox.received.map((event) => 'id' in event.data.object && event.data.object.id);
    expect(new Set(ids)).toEqual(new Set([told.id]));
    const listed = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' });
    expect(listed.data.map((event) => 'id' in event.data.object && event.data.object.id)).toEqual([
      told.id,
      lost.id,
    ]);
    const [newest] = listed.data;
    expect(await sandbox.stripe.events.retrieve(newest?.id ?? '')).toEqual(newest);
  });

  it('come as often as ordered, each copy with the id of its event', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { repeat: 3 });
    await sandbox.stripe.paymentIntents.create(paid);
    await vi.waitFor(() => expect(sandbox.received).toHaveLength(6));
    const created = Array(3).fill('payment_intent.created');
    const succeeded = Array(3).fill('payment_intent.succeeded');
    expect(types(sandbox).sort()).toEqual([...created, ...succeeded]);
    expect(new Set(sandbox.received.map((event) => event.id)).size).toBe(2);
  });

  it('come in another order than they happened when shuffled', async () => {
    await using sandbox = await runSandbox();
    await setWebhookFaults(sandbox, { shuffle: true });
    await sandbox.stripe.paymentIntents.create(paid);
    await vi.waitFor(() => expect(sandbox.received).toHaveLength(2), { timeout: 5000 });
    expect(types(sandbox)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);
  });
});
