import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type RunningSandbox, runSandbox, until } from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ followUpDelayMs: 50 });
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

async function post(path: string, body: object): Promise<Response> {
  return await sandbox.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function disputed(kind = 'chargeback'): Promise<Stripe.Dispute> {
  const { id } = await paid();
  const answer = await post('/disputes', { payment_intent: id, kind });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Stripe.Dispute;
}

function eventTypesOf(id: string): string[] {
  return sandbox.received
    .filter(({ data: { object } }) => 'id' in object && object.id === id)
    .map((event) => event.type.replace('charge.dispute.', ''))
    .sort();
}

function moved(dispute: Stripe.Dispute): number {
  return dispute.balance_transactions.reduce((sum, { net }) => sum + net, 0);
}

describe('disputes', () => {
  it('withdraw the amount, mark the charge and block its refund', async () => {
    const dispute = await disputed();
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 2000,
      status: 'needs_response',
      reason: 'fraudulent',
      is_charge_refundable: false,
    });
    expect(moved(dispute)).toBe(-3500);
    const charge = await sandbox.stripe.charges.retrieve(String(dispute.charge));
    expect(charge).toMatchObject({ disputed: true, refunded: false });
    const refused = await errorOf(sandbox.stripe.refunds.create({ charge: charge.id }));
    expect(refused).toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    await until(() => expect(eventTypesOf(dispute.id)).toEqual(['created', 'funds_withdrawn']));
  });

  it('that are won reinstate the amount and allow a refund again', async () => {
    const { id, charge } = await disputed();
    expect((await post(`/disputes/${id}/close`, { outcome: 'won' })).status).toBe(200);
    const won = await sandbox.stripe.disputes.retrieve(id);
    expect(won.status).toBe('won');
    expect(moved(won)).toBe(0);
    await until(() =>
      expect(eventTypesOf(id)).toEqual([
        'closed',
        'created',
        'funds_reinstated',
        'funds_withdrawn',
      ]),
    );
    const refund = await sandbox.stripe.refunds.create({ charge: String(charge) });
    expect(refund.status).toBe('succeeded');
  });

  it('that are lost or accepted stay lost and cannot be resolved again', async () => {
    const [lost, givenUp] = [await disputed(), await disputed()];
    await post(`/disputes/${lost.id}/close`, { outcome: 'lost' });
    expect(await sandbox.stripe.disputes.close(givenUp.id)).toMatchObject({ status: 'lost' });
    for (const { id } of [lost, givenUp]) {
      await until(() => expect(eventTypesOf(id)).toEqual(['closed', 'created', 'funds_withdrawn']));
      expect((await post(`/disputes/${id}/close`, { outcome: 'won' })).status).toBe(400);
      const refused = await errorOf(sandbox.stripe.disputes.close(id));
      expect(refused.message).toBe('This dispute is already closed');
    }
  });

  it.each([
    ['winning_evidence', 'won', 0],
    ['losing_evidence', 'lost', -3500],
  ])('with evidence %s become %s', async (text, status, money) => {
    const { id } = await disputed();
    const evidence = { uncategorized_text: text };
    const held = await sandbox.stripe.disputes.update(id, { evidence, submit: false });
    expect(held).toMatchObject({ status: 'needs_response', evidence });
    const decided = await sandbox.stripe.disputes.update(id, { evidence });
    expect(decided).toMatchObject({ status, evidence_details: { submission_count: 1 } });
    expect(moved(decided)).toBe(money);
  });

  it('with other evidence are under review', async () => {
    const { id } = await disputed();
    const evidence = { product_description: 'A treasure hunt', receipt: 'file_1' };
    const dispute = await sandbox.stripe.disputes.update(id, { evidence });
    expect(dispute).toMatchObject({ status: 'under_review', evidence });
    await until(() => expect(eventTypesOf(id)).toContain('updated'));
  });

  it('of kind inquiry withdraw nothing, allow a refund and can close without one', async () => {
    const inquiry = await disputed('inquiry');
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(moved(inquiry)).toBe(0);
    const charge = String(inquiry.charge);
    expect((await sandbox.stripe.refunds.create({ charge, amount: 5 })).status).toBe('succeeded');
    await post(`/disputes/${inquiry.id}/close`, { outcome: 'won' });
    const closed = await sandbox.stripe.disputes.retrieve(inquiry.id);
    expect(closed.status).toBe('warning_closed');
    await until(() => expect(eventTypesOf(inquiry.id)).toEqual(['closed', 'created']));
  });

  it('of kind inquiry can escalate to a chargeback', async () => {
    const { id } = await disputed('inquiry');
    const evidence = { uncategorized_text: 'escalate_inquiry_evidence' };
    const escalated = await sandbox.stripe.disputes.update(id, { evidence });
    expect(escalated).toMatchObject({ status: 'needs_response', is_charge_refundable: false });
    expect(moved(escalated)).toBe(-3500);
    await until(() => expect(eventTypesOf(id)).toContain('funds_withdrawn'));
    expect((await post(`/disputes/${id}/close`, { outcome: 'escalated' })).status).toBe(400);
  });

  it.each([
    ['pm_card_createDispute', 1, 'fraudulent', 'needs_response'],
    ['pm_card_createDisputeProductNotReceived', 1, 'product_not_received', 'needs_response'],
    ['pm_card_createMultipleDisputes', 2, 'fraudulent', 'needs_response'],
    ['pm_card_createRapidDisputeResolutionDispute', 1, 'fraudulent', 'needs_response'],
    ['pm_card_createDisputeInquiry', 1, 'general', 'warning_needs_response'],
  ])('%s succeeds and is disputed later', async (card, count, reason, status) => {
    const intent = await paid(card);
    expect(intent.status).toBe('succeeded');
    const listed = await until(async () => {
      const found = await sandbox.stripe.disputes.list({ payment_intent: intent.id });
      expect(found.data).toHaveLength(count);
      return found.data;
    });
    for (const dispute of listed) expect(dispute).toMatchObject({ reason, status });
  });

  it('pm_card_createIssuerFraudRecord creates a warning that is actionable until the refund', async () => {
    const intent = await paid('pm_card_createIssuerFraudRecord');
    const { earlyFraudWarnings } = sandbox.stripe.radar;
    const [warning] = await until(async () => {
      const found = await earlyFraudWarnings.list({ payment_intent: intent.id });
      expect(found.data).toHaveLength(1);
      return found.data;
    });
    expect(warning).toMatchObject({ actionable: true, charge: intent.latest_charge });
    await until(() =>
      expect(eventTypesOf(warning?.id ?? '')).toEqual(['radar.early_fraud_warning.created']),
    );
    await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    const after = await earlyFraudWarnings.retrieve(warning?.id ?? '');
    expect(after.actionable).toBe(false);
  });

  it('fail a pending refund of the same charge', async () => {
    await using slow = await runSandbox({ followUpDelayMs: 600_000 });
    const intent = await slow.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_pendingRefund',
      confirm: true,
    });
    const refund = await slow.stripe.refunds.create({ payment_intent: intent.id });
    const body = JSON.stringify({ payment_intent: intent.id });
    const headers = { 'content-type': 'application/json' };
    expect((await slow.call('/disputes', { method: 'POST', headers, body })).status).toBe(200);
    expect(await slow.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'charge_for_pending_refund_disputed',
    });
    const charge = await slow.stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false, disputed: true });
    await until(() => expect(slow.received.map((event) => event.type)).toContain('refund.failed'));
  });

  it.each([
    [{}, 400],
    [{ payment_intent: 'pi_none' }, 404],
    [{ payment_intent: 'pi_1', charge: 'ch_1' }, 400],
    [{ charge: 'ch_none' }, 404],
    [{ charge: 'ch_none', kind: 'rumour' }, 400],
  ])('%j opens no dispute', async (body, status) => {
    expect((await post('/disputes', body)).status).toBe(status);
  });
});
