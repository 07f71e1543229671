import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripeReversals } from '../src/stripe/reversals.ts';
import { createStripe } from '../src/stripe/stripe-client.ts';
import { type Harness, startHarness } from './harness.ts';
import { buy, publishedEvents, refundsOf, statusOf } from './purchase-fixtures.ts';
import { STRIPE_SECRET_KEY } from './stripe-sandbox.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

test('P-1.6 two concurrent reads at Stripe: one change, one event', async () => {
  const bought = await buy(harness);
  await harness.sandbox.stripe.refunds.create({ payment_intent: bought.intentId });
  const gate = await harness.pool.connect();
  // The lock blocks both transactions at their insert into the outbox, so that they overlap.
  await gate.query('BEGIN');
  await gate.query('LOCK TABLE outbox IN SHARE MODE');
  const sync = (copy: number) => harness.contexts[copy]?.purchases.syncWithStripe(bought.intentId);
  const syncs = [sync(0), sync(1)];
  await waitUntil(async () => (await countWaiting()) === 2, { what: 'two that wait' });
  await gate.query('ROLLBACK');
  gate.release();
  const changes = (await Promise.all(syncs)).map((one) => one?.isChanged);
  expect(changes.sort()).toEqual([false, true]);
  expect(await statusOf(harness, bought)).toBe('refunded');
  expect(await publishedEvents(harness, bought)).toEqual([
    'purchase.recorded  1',
    'purchase.refunded succeeded 2',
  ]);
});

test('P-1.6 five concurrent calls for one refund request: one refund, and each call may report it', async () => {
  const { intentId, ...bought } = await buy(harness);
  const config = { STRIPE_SECRET_KEY, STRIPE_API_URL: harness.sandbox.url };
  const reversals = createStripeReversals(createStripe(config));
  const order = { id: bought.purchaseId, intentId, tries: 1, replayedErrors: 0 };
  const answers = await Promise.all(Array.from({ length: 5 }, () => reversals.refund(order)));
  // Stripe may answer that another call with the same key is in progress; such a call is retryable.
  expect(answers.filter(({ kind }) => kind === 'made').length).toBeGreaterThan(0);
  expect(answers.filter(({ kind }) => kind !== 'made' && kind !== 'retryable')).toEqual([]);
  expect(await reversals.refund({ ...order, tries: 2 })).toEqual({ kind: 'made' });
  expect(await refundsOf(harness, { intentId, ...bought })).toHaveLength(1);
});

/** Connections to this test's own database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await harness.pool.query(
    `SELECT count(DISTINCT pid)::int AS count FROM pg_locks
     WHERE NOT granted AND (database = (SELECT oid FROM pg_database WHERE datname = current_database())
       OR locktype = 'transactionid' AND pid IN (
         SELECT pid FROM pg_stat_activity WHERE datname = current_database()))`,
  );
  return rows[0].count;
}
