import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  holdReconciliation,
  releaseReconciliation,
} from '../src/reconciliation/reconciliation.store.ts';
import { newPlayer, pay, record, rowsOf, startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(async () => {
  await world.stop();
});

beforeEach(async () => {
  await reconcile();
});

async function reconcile(copy = 0) {
  const context = world.contexts[copy];
  if (!context) throw new Error('no such copy');
  return context.reconciliation.run();
}

async function buy() {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { id: intentId } = await pay(world, player, hunt.productId);
  await record(world, player, { productId: hunt.productId, paymentIntentId: intentId });
  const { purchases } = await rowsOf(world, player);
  return { player, intentId, purchaseId: purchases[0].id };
}

describe('P-1.7 reconciliation', () => {
  test('P-1.7 enters what was paid and never told, once; a second run changes nothing', async () => {
    const [player, hunt] = [newPlayer(), world.addHunt()];
    await pay(world, player, hunt.productId);
    expect(await reconcile()).toMatchObject({ recorded: 1, problems: [] });
    const first = await rowsOf(world, player);
    expect(first.purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(world.handed.auth.filter(({ key }) => key === hunt.productId)).toHaveLength(1);
    expect(await reconcile()).toMatchObject({ recorded: 0, corrected: 0, problems: [] });
    expect((await rowsOf(world, player)).events).toEqual(first.events);
  });

  test('P-1.7 follows refunds and disputes that were never told, and runs of 101 intents', async () => {
    const [returned, disputed] = [await buy(), await buy()];
    const { stripe } = world.sandbox;
    for (let count = 0; count < 101; count += 1) {
      await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    }
    await stripe.refunds.create({ payment_intent: returned.intentId });
    const dispute = await world.sandbox.dispute(disputed.intentId);
    expect(await reconcile()).toMatchObject({ corrected: 2, problems: [] });
    const statusOf = async (bought: typeof returned) =>
      (await rowsOf(world, bought.player)).purchases[0].status;
    expect([await statusOf(returned), await statusOf(disputed)]).toEqual(['refunded', 'disputed']);
    await world.sandbox.closeDispute(dispute, 'won');
    expect(await reconcile()).toMatchObject({ corrected: 1 });
    expect(await statusOf(disputed)).toBe('completed');
  });

  test('lists what is recorded and was not paid, and amounts that differ', async () => {
    const [unpaid, other] = [await buy(), await buy()];
    await world.pool.query(
      `UPDATE purchases SET stripe_payment_intent_id = 'pi_never' WHERE id = $1`,
      [unpaid.purchaseId],
    );
    await world.pool.query('UPDATE purchases SET amount_cents = 1 WHERE id = $1', [
      other.purchaseId,
    ]);
    const problems = [
      { kind: 'amount_differs', paymentIntentId: other.intentId, purchaseId: other.purchaseId },
      { kind: 'not_paid', paymentIntentId: 'pi_never', purchaseId: unpaid.purchaseId },
    ];
    const summary = await reconcile();
    expect(summary?.problems).toEqual(expect.arrayContaining(problems));
    // The intent of the first has no purchase now, and its user has a place already.
    const { purchases } = await rowsOf(world, unpaid.player);
    expect(purchases.map(({ status }) => status).sort()).toEqual(['completed', 'rejected']);
    expect(world.log.join('')).toContain('reconciliation.problem');
    await world.pool.query('DELETE FROM refund_requests');
    await world.pool.query('DELETE FROM purchases WHERE id = ANY($1)', [
      [unpaid.purchaseId, other.purchaseId],
    ]);
  });

  test('ignores a charge of the account that is not ours', async () => {
    const { stripe } = world.sandbox;
    const before = await reconcile();
    const foreign = { amount: 700, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
    await stripe.paymentIntents.create({
      ...foreign,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const after = await reconcile();
    expect([after?.paid, after?.problems]).toEqual([before?.paid, before?.problems]);
  });

  test('is done by one copy at a time, and once a night', async () => {
    const session = await world.pool.connect();
    expect(await holdReconciliation(session)).toBe(true);
    expect(await reconcile()).toBeNull();
    await releaseReconciliation(session);
    session.release();
    expect(await reconcile()).not.toBeNull();
    expect(await reconcile(1)).not.toBeNull();
    const countRuns = async () => (await world.pool.query('SELECT FROM reconciliations')).rowCount;
    const before = await countRuns();
    await world.contexts[0]?.reconciliation.runIfDue();
    expect(await countRuns()).toBe(before);
    await world.pool.query(`UPDATE reconciliations SET finished_at = now() - interval '25 hours'`);
    await world.contexts[0]?.reconciliation.runIfDue();
    expect(await countRuns()).toBe((before ?? 0) + 1);
  });
});
