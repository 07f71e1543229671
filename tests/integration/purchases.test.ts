import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type Harness, newBuyer, startHarness } from './purchases-setup.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

async function rows(schema: keyof Harness['pools'], sql: string, buyer: Buyer): Promise<unknown[]> {
  return (await harness.pools[schema].query(sql, [buyer.userId])).rows;
}

/** Asserts one purchase in every service, with its bonus counted once. */
async function expectRecordedOnce(buyer: Buyer): Promise<void> {
  const held = () => rows('auth', 'SELECT status FROM user_products WHERE user_id = $1', buyer);
  const member = () =>
    rows('catalog', 'SELECT status, bonus_cents FROM memberships WHERE user_id = $1', buyer);
  await waitUntil(async () => (await held()).length > 0 && (await member()).length > 0, {
    timeoutMs: 30_000,
    what: 'the membership in auth and catalog',
  });
  const unpublished = 'SELECT FROM outbox WHERE published_at IS NULL';
  await waitUntil(async () => (await harness.pools.payment.query(unpublished)).rowCount === 0, {
    timeoutMs: 30_000,
    what: 'an empty outbox',
  });
  expect(await held()).toEqual([{ status: 'held' }]);
  expect(await member()).toEqual([{ status: 'completed', bonus_cents: 1000 }]);
  expect(await rows('payment', 'SELECT status FROM purchases WHERE user_id = $1', buyer)).toEqual([
    { status: 'completed' },
  ]);
  const eventsOfUser = `SELECT type FROM outbox WHERE data->>'userId' = $1`;
  expect(await rows('payment', eventsOfUser, buyer)).toEqual([{ type: 'purchase.recorded' }]);
}

describe('P-1.2 P-2.1 a purchase, with payment killed between its commit and the broker', () => {
  it.each(['before-sending', 'while-sending', 'after-acknowledgement'] as const)(
    'P-1.2 P-2.1 killed %s: one purchase, which auth receives once, from Kafka alone',
    async (dieAt) => {
      const buyer = newBuyer();
      await harness.startPayment({ dieAt, canReachAuth: false });
      const intentId = await harness.begin(buyer);
      await harness.confirm(intentId);
      const recording = harness.record(buyer, intentId);
      expect(await harness.died()).toBe('SIGKILL');
      await recording;
      await harness.startPayment({ canReachAuth: false });
      await expectRecordedOnce(buyer);
      await harness.startPayment();
      expect(await harness.record(buyer, intentId)).toMatchObject({
        status: 200,
        body: { status: 'completed' },
      });
    },
    90_000,
  );
});

it('P-1.2 catalog unavailable during a payment: recorded as pending, then completed without a retry', async () => {
  const buyer = newBuyer();
  await harness.startPayment();
  const intentId = await harness.begin(buyer);
  await harness.withoutCatalog(async () => {
    await harness.confirm(intentId);
    expect(await harness.record(buyer, intentId)).toMatchObject({
      status: 202,
      body: { status: 'completed', pending: true },
    });
  });
  await expectRecordedOnce(buyer);
  await waitUntil(async () => (await harness.record(buyer, intentId))?.status === 200, {
    timeoutMs: 30_000,
    what: 'a 200 of record-purchase',
  });
  await expectRecordedOnce(buyer);
}, 90_000);
