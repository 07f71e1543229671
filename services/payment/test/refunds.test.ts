import { randomUUID } from 'node:crypto';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, sendWebhook, startHarness } from './harness.ts';
import {
  buy,
  processDueOnBoth,
  publishedEvents,
  refund,
  refundsOf,
  reversalEvents,
  statusOf,
} from './purchase-fixtures.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterEach(async () => {
  await harness.sandbox.clearFaults();
});

afterAll(async () => {
  await harness.stop();
});

describe('a refund by an admin', () => {
  test('refunds the charge, ends the membership and records the staff action', async () => {
    const bought = await buy(harness);
    const adminId = randomUUID();
    const answer = await refund(harness, bought.purchaseId, { adminId });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: bought.purchaseId, status: 'refunded', refunded_at: expect.any(String) },
    });
    expect(
      (await refundsOf(harness, bought)).map(({ amount, status }) => [amount, status]),
    ).toEqual([[2000, 'succeeded']]);
    expect(await publishedEvents(harness, bought)).toEqual([
      'purchase.recorded  1',
      'purchase.refunded pending 2',
      'purchase.refunded succeeded 3',
    ]);
    const { rows } = await harness.pool.query(
      `SELECT data FROM outbox WHERE type = 'staff.acted' AND data->>'adminId' = $1`,
      [adminId],
    );
    expect(rows).toEqual([
      {
        data: expect.objectContaining({
          action: 'purchase_refund',
          subjectId: bought.purchaseId,
          before: { status: 'completed' },
          after: { status: 'refund_pending', refundRequestId: expect.any(String) },
        }),
      },
    ]);
    const { rows: requests } = await harness.pool.query(
      'SELECT reason FROM refund_requests WHERE id = $1',
      [rows[0].data.after.refundRequestId],
    );
    expect(requests).toEqual([{ reason: 'Asked by mail' }]);
  });

  test('P-1.6 gets 409 while another is pending or completed', async () => {
    const bought = await buy(harness, 'pm_card_pendingRefund');
    expect((await refund(harness, bought.purchaseId)).body).toMatchObject({
      status: 'refund_pending',
    });
    expect((await refund(harness, bought.purchaseId)).status).toBe(409);
    const [pending] = await refundsOf(harness, bought);
    await harness.sandbox.settleRefund(pending?.id ?? '', 'succeeded');
    await sendWebhook(harness, (await reversalEvents(harness, bought)).at(-1) as Stripe.Event);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect((await refund(harness, bought.purchaseId)).status).toBe(409);
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('P-3.7 repeated with the same Idempotency-Key is made once, with the same response', async () => {
    const bought = await buy(harness);
    const act = { adminId: randomUUID(), key: randomUUID() };
    const first = await refund(harness, bought.purchaseId, act);
    const again = await refund(harness, bought.purchaseId, {
      ...act,
      url: harness.copies[1]?.url ?? '',
    });
    expect(first).toMatchObject({ status: 200, body: { status: 'refunded' } });
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('P-3.7 repeated while Stripe has not answered gets 409 and makes no second refund', async () => {
    const bought = await buy(harness);
    const act = { adminId: randomUUID(), key: randomUUID() };
    await refund(harness, bought.purchaseId, act);
    await harness.pool.query(
      `UPDATE idempotency_keys SET provisional_until = now() + interval '1 minute' WHERE key = $1`,
      [act.key],
    );
    const again = await refund(harness, bought.purchaseId, act);
    expect(again.status).toBe(409);
    expect(again.headers.get('retry-after')).toBe('1');
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('P-1.6 20 concurrent calls on two copies: one refund, one staff action, 19 times 409', async () => {
    const bought = await buy(harness);
    const adminId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refund(harness, bought.purchaseId, {
          url: harness.copies[index % 2]?.url ?? '',
          adminId,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await refundsOf(harness, bought)).toHaveLength(1);
    const { rowCount } = await harness.pool.query(
      `SELECT FROM outbox WHERE type = 'staff.acted' AND data->>'adminId' = $1`,
      [adminId],
    );
    expect(rowCount).toBe(1);
  });

  test('gets 404 for an unknown purchase and 400 without a reason', async () => {
    expect((await refund(harness, randomUUID())).status).toBe(404);
    expect((await refund(harness, 'unknown')).status).toBe(404);
    const url = `${harness.url}/api/admin/purchases/${randomUUID()}/refund`;
    for (const reason of [' ', 7, undefined]) {
      expect((await call(url, { json: { reason }, token: adminToken() })).status).toBe(400);
    }
  });

  test('stays pending while Stripe is unavailable and is then made once', async () => {
    const bought = await buy(harness);
    const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const answer = await refund(harness, bought.purchaseId, { url: cutOff.url });
    await cutOff.stop();
    expect(answer).toMatchObject({ status: 200, body: { status: 'refund_pending' } });
    expect(await refundsOf(harness, bought)).toEqual([]);
    await processDueOnBoth(harness);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('is retried with another idempotency key after an error that Stripe would replay', async () => {
    const bought = await buy(harness);
    await harness.sandbox.setFaults({ status: 500 });
    expect((await refund(harness, bought.purchaseId)).status).toBe(200);
    await harness.sandbox.clearFaults();
    await processDueOnBoth(harness);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('whose response from Stripe was lost is found and not made twice', async () => {
    const bought = await buy(harness);
    await harness.pool.query(
      `INSERT INTO refund_requests (purchase_id, reason, tries) VALUES ($1, 'crash', 1)`,
      [bought.purchaseId],
    );
    const { rows } = await harness.pool.query(
      'SELECT id FROM refund_requests WHERE purchase_id = $1',
      [bought.purchaseId],
    );
    await harness.sandbox.stripe.refunds.create({
      payment_intent: bought.intentId,
      amount: 500,
      metadata: { refundRequestId: rows[0].id },
    });
    await processDueOnBoth(harness);
    expect((await refundsOf(harness, bought)).map(({ amount }) => amount)).toEqual([500]);
  });

  test('that fails at the bank restores the membership and may be requested again', async () => {
    const bought = await buy(harness, 'pm_card_pendingRefund');
    await refund(harness, bought.purchaseId);
    const [pending] = await refundsOf(harness, bought);
    await harness.sandbox.settleRefund(pending?.id ?? '', 'failed');
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    expect(await statusOf(harness, bought)).toBe('completed');
    expect((await publishedEvents(harness, bought)).slice(1)).toEqual([
      'purchase.refunded pending 2',
      'purchase.refunded failed 3',
    ]);
    expect((await refund(harness, bought.purchaseId)).status).toBe(200);
  });
});

describe('P-1.10 a refund that Stripe refuses', () => {
  test.each([401, 403])(
    'P-1.10 %s of Stripe keeps it open, and the metric shows its age',
    async (status) => {
      const bought = await buy(harness);
      await harness.sandbox.setFaults({ status });
      expect((await refund(harness, bought.purchaseId)).body).toMatchObject({
        status: 'refund_pending',
      });
      await processDueOnBoth(harness);
      await harness.pool.query(
        `UPDATE refund_requests SET created_at = now() - interval '1 hour' WHERE purchase_id = $1`,
        [bought.purchaseId],
      );
      expect(await metric('refunds_oldest_open_seconds')).toBeGreaterThanOrEqual(3600);
      await harness.sandbox.clearFaults();
      await processDueOnBoth(harness);
      expect(await statusOf(harness, bought)).toBe('refunded');
      expect(await metric('refunds_oldest_open_seconds')).toBe(0);
    },
  );

  test('P-1.10 a request with 2,000 tries delays no other refund', async () => {
    const [worn, other] = [await buy(harness), await buy(harness)];
    await harness.sandbox.setFaults({ status: 403 });
    await refund(harness, worn.purchaseId);
    await refund(harness, other.purchaseId);
    await harness.pool.query('UPDATE refund_requests SET tries = 2000 WHERE purchase_id = $1', [
      worn.purchaseId,
    ]);
    await harness.sandbox.clearFaults();
    await processDueOnBoth(harness);
    expect([await statusOf(harness, worn), await statusOf(harness, other)]).toEqual([
      'refunded',
      'refunded',
    ]);
  });

  test('P-1.10 an idempotency key that was used with other parameters is replaced', async () => {
    const bought = await buy(harness);
    const { rows } = await harness.pool.query(
      `INSERT INTO refund_requests (purchase_id, reason) VALUES ($1, 'test') RETURNING id`,
      [bought.purchaseId],
    );
    const other = await buy(harness);
    await harness.sandbox.stripe.refunds.create(
      { payment_intent: other.intentId },
      { idempotencyKey: `${rows[0].id}-0` },
    );
    await processDueOnBoth(harness);
    await processDueOnBoth(harness);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(await refundsOf(harness, bought)).toHaveLength(1);
  });

  test('P-1.10 a final refusal is counted until the charge is refunded', async () => {
    const bought = await buy(harness);
    const { rows } = await harness.pool.query(
      `INSERT INTO refund_requests (purchase_id, reason) VALUES ($1, 'test') RETURNING id`,
      [bought.purchaseId],
    );
    const before = await metric('refunds_failed');
    const dispute = await harness.sandbox.dispute(bought.intentId);
    await processDueOnBoth(harness);
    await harness.sandbox.closeDispute(dispute, 'won');
    for (const event of await reversalEvents(harness, bought)) await sendWebhook(harness, event);
    const state = await harness.pool.query('SELECT state FROM refund_requests WHERE id = $1', [
      rows[0].id,
    ]);
    expect(state.rows).toEqual([{ state: 'refused' }]);
    expect(await metric('refunds_failed')).toBe(before + 1);
    await refund(harness, bought.purchaseId);
    expect(await statusOf(harness, bought)).toBe('refunded');
    expect(await metric('refunds_failed')).toBe(before);
  });
});

async function metric(name: string): Promise<number> {
  const text = await harness.contexts[0]?.metrics.registry.getSingleMetricAsString(name);
  return Number(text?.trim().split(' ').at(-1));
}
