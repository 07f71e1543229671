import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorOf, type RunningSandbox, runSandbox, until } from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ followUpDelayMs: 20 });
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

async function paid(card = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  return await sandbox.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: card,
    confirm: true,
  });
}

async function chargeOf({ id }: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  const expand = ['latest_charge.refunds'];
  const intent = await sandbox.stripe.paymentIntents.retrieve(id, { expand });
  return intent.latest_charge as Stripe.Charge;
}

function eventTypesOf(id: string): string[] {
  const about = sandbox.received.filter(
    ({ data: { object } }) =>
      ('id' in object && object.id === id) ||
      ('payment_intent' in object && object.payment_intent === id),
  );
  return about.map((event) => event.type);
}

async function settle(id: string, outcome: string): Promise<Response> {
  return await sandbox.call(`/refunds/${id}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });
}

describe('refunds', () => {
  it('in full mark the charge, keep the intent and send webhooks', async () => {
    const intent = await paid();
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { purchase: 'p1' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2000,
      currency: 'usd',
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { purchase: 'p1' },
      payment_intent: intent.id,
      charge: intent.latest_charge,
    });
    const charge = await chargeOf(intent);
    expect(charge).toMatchObject({ amount_refunded: 2000, refunded: true, disputed: false });
    expect(charge.refunds?.data).toEqual([refund]);
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    await until(() =>
      expect(eventTypesOf(intent.id).sort()).toEqual([
        'charge.refunded',
        'payment_intent.created',
        'payment_intent.succeeded',
        'refund.created',
      ]),
    );
  });

  it('in parts add up to at most the charge amount', async () => {
    const intent = await paid();
    const charge = String(intent.latest_charge);
    const { refunds } = sandbox.stripe;
    await refunds.create({ charge, amount: 500 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 500, refunded: false });
    const refused = await errorOf(refunds.create({ charge, amount: 1501 }));
    expect(refused).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
    });
    expect((await refunds.create({ charge })).amount).toBe(1500);
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
    const again = await errorOf(refunds.create({ charge, amount: 1 }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  });

  it('with the same idempotency key are created once', async () => {
    const intent = await paid();
    const ask = () =>
      sandbox.stripe.refunds.create(
        { payment_intent: intent.id },
        { idempotencyKey: `refund-${intent.id}` },
      );
    expect((await ask()).id).toBe((await ask()).id);
    const listed = await sandbox.stripe.refunds.list({ payment_intent: intent.id });
    expect(listed.data).toHaveLength(1);
  });

  it('are listed by intent and by charge, newest first, with pages', async () => {
    const [intent, other] = [await paid(), await paid()];
    const made: string[] = [];
    for (const amount of [100, 200, 300]) {
      const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount });
      made.unshift(refund.id);
    }
    await sandbox.stripe.refunds.create({ payment_intent: other.id });
    const seen: string[] = [];
    for await (const { id } of sandbox.stripe.refunds.list({ payment_intent: intent.id, limit: 2 }))
      seen.push(id);
    expect(seen).toEqual(made);
    const charge = String(other.latest_charge);
    const [only, ...more] = (await sandbox.stripe.refunds.list({ charge, expand: ['data.charge'] }))
      .data;
    expect(more).toEqual([]);
    expect(only?.charge).toMatchObject({ id: charge, refunded: true });
    expect(await sandbox.stripe.refunds.retrieve(made[0] ?? '')).toMatchObject({ amount: 300 });
  });

  it('accept updates of metadata only', async () => {
    const { id: intent } = await paid();
    const { id } = await sandbox.stripe.refunds.create({
      payment_intent: intent,
      metadata: { by: 'ann' },
    });
    await sandbox.stripe.refunds.update(id, { metadata: { why: 'moved' } });
    const refund = await sandbox.stripe.refunds.retrieve(id);
    expect(refund.metadata).toEqual({ by: 'ann', why: 'moved' });
    await until(() => expect(eventTypesOf(id)).toContain('refund.updated'));
  });

  it('return an error if there is nothing to refund', async () => {
    const { refunds, paymentIntents } = sandbox.stripe;
    const open = await paymentIntents.create({ amount: 2000, currency: 'usd' });
    const unpaid = await errorOf(refunds.create({ payment_intent: open.id }));
    expect(unpaid.message).toContain('does not have a successful charge to refund');
    await errorOf(paymentIntents.confirm(open.id, { payment_method: 'pm_card_chargeDeclined' }));
    const [declined] = (await sandbox.stripe.charges.list({ payment_intent: open.id })).data;
    expect(declined).toMatchObject({ status: 'failed', paid: false });
    expect((await errorOf(refunds.create({ charge: declined?.id ?? '' }))).statusCode).toBe(400);
    expect((await errorOf(refunds.create({}))).code).toBe('parameter_missing');
    expect((await errorOf(refunds.create({ payment_intent: 'pi_none' }))).code).toBe(
      'resource_missing',
    );
    expect((await errorOf(refunds.retrieve('re_none'))).statusCode).toBe(404);
  });

  it.each(['constructor', '__proto__', 'charge.refunds.data', 'amount', ''])(
    'return no additional data when %j is expanded',
    async (property) => {
      const { id: intent } = await paid();
      const { id } = await sandbox.stripe.refunds.create({ payment_intent: intent });
      const refused = await errorOf(sandbox.stripe.refunds.retrieve(id, { expand: [property] }));
      expect(refused.statusCode).toBe(400);
    },
  );

  it('expand the charge and its intent, up to Stripe’s depth', async () => {
    const { id: intent } = await paid();
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent,
      expand: ['charge.payment_intent', 'payment_intent.latest_charge.refunds'],
    });
    expect(refund).toMatchObject({
      charge: { refunded: true, payment_intent: { id: intent } },
      payment_intent: { latest_charge: { refunds: { data: [{ id: refund.id }] } } },
    });
    const tooDeep = 'payment_intent.latest_charge.payment_intent.latest_charge.refunds';
    const { refunds } = sandbox.stripe;
    expect((await errorOf(refunds.retrieve(refund.id, { expand: [tooDeep] }))).param).toBe(
      'expand',
    );
  });

  it('of pm_card_pendingRefund are pending and succeed later', async () => {
    const intent = await paid('pm_card_pendingRefund');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await until(() => expect(eventTypesOf(refund.id)).toContain('charge.refund.updated'));
    const now = await sandbox.stripe.refunds.retrieve(refund.id);
    expect(now.status).toBe('succeeded');
    expect(now).not.toHaveProperty('pending_reason');
    expect(eventTypesOf(refund.id)).toContain('refund.updated');
    expect(eventTypesOf(refund.id)).not.toContain('refund.failed');
  });

  it('of pm_card_refundFail succeed, then fail and restore the charge', async () => {
    const intent = await paid('pm_card_refundFail');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    await until(() => expect(eventTypesOf(refund.id)).toContain('refund.failed'));
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    const again = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(again.status).toBe('succeeded');
  });

  it('that are pending are completed after a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state.jsonl');
    const before = await runSandbox({ stateFile, followUpDelayMs: 60_000 });
    const intent = await before.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_pendingRefund',
      confirm: true,
    });
    const refund = await before.stripe.refunds.create({ payment_intent: intent.id });
    await before[Symbol.asyncDispose]();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    try {
      await using after = await runSandbox({ stateFile });
      await until(async () =>
        expect((await after.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded'),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('can be completed manually once', async () => {
    const intent = await paid();
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect((await settle(refund.id, 'succeeded')).status).toBe(400);
    expect((await settle(refund.id, 'failed')).status).toBe(200);
    expect((await settle(refund.id, 'failed')).status).toBe(400);
    expect((await settle(refund.id, 'perhaps')).status).toBe(400);
    expect((await settle('re_none', 'failed')).status).toBe(404);
    expect((await chargeOf(intent)).amount_refunded).toBe(0);
  });
});
