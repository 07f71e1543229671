import { withSessionLock } from '@cairn/postgres/session-lock.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { periodBefore } from '../src/reconciliation/period.ts';
import { RECONCILIATION_LOCK } from '../src/reconciliation/reconciliation.service.ts';
import { listIntentsWithOpenReversal } from '../src/reconciliation/reconciliation.store.ts';
import {
  begin,
  type Harness,
  intentIdOf,
  newPlayer,
  pay,
  periodSince,
  record,
  rowsOf,
  startHarness,
} from './harness.ts';
import { buyTwice } from './purchase-fixtures.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

beforeEach(async () => {
  await reconcile();
});

/** A charge of the account that payment did not create. */
const FOREIGN = {
  amount: 700,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
};

async function reconcile(copy = 0) {
  const context = harness.contexts[copy];
  if (!context) throw new Error('no such copy');
  return context.reconciliation.run();
}

async function buy(card?: string) {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const { id: intentId } = await pay(harness, player, hunt.productId, card);
  await record(harness, player, { productId: hunt.productId, paymentIntentId: intentId });
  const { purchases } = await rowsOf(harness, player);
  return { player, intentId, purchaseId: purchases[0].id };
}

describe('P-1.7 reconciliation', () => {
  test('P-1.7 records charges without a webhook once; a second run changes nothing', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await pay(harness, player, hunt.productId);
    expect(await reconcile()).toMatchObject({ recorded: 1, problems: [] });
    const first = await rowsOf(harness, player);
    expect(first.purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(harness.handed.auth.filter(({ key }) => key === player.userId)).toHaveLength(1);
    expect(await reconcile()).toMatchObject({ recorded: 0, corrected: 0, problems: [] });
    expect((await rowsOf(harness, player)).events).toEqual(first.events);
  });

  test('P-1.7 records a charge in the period whose intent is older', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const intentId = intentIdOf((await begin(harness, player, hunt.productId)).body);
    const { stripe } = harness.sandbox;
    const { created } = await stripe.paymentIntents.retrieve(intentId);
    // Stripe's timestamps are whole seconds.
    await waitUntil(() => Date.now() >= (created + 1) * 1000);
    const since = new Date();
    await stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    const summary = await harness.contexts[0]?.reconciliation.run(periodSince(since));
    expect(summary).toMatchObject({ recorded: 1, problems: [] });
    const { purchases } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['completed']);
  });

  test('P-8.1 records charges whose attempt or intent a restore of the database lost', async () => {
    const [lost, unattached] = [newPlayer(), newPlayer()];
    const hunt = harness.addHunt();
    for (const player of [lost, unattached]) await pay(harness, player, hunt.productId);
    await harness.pool.query('DELETE FROM payment_attempts WHERE user_id = $1', [lost.userId]);
    await harness.pool.query(
      'UPDATE payment_attempts SET stripe_payment_intent_id = NULL WHERE user_id = $1',
      [unattached.userId],
    );
    expect(await reconcile()).toMatchObject({ recorded: 2, problems: [] });
    for (const player of [lost, unattached]) {
      const { purchases, events } = await rowsOf(harness, player);
      expect(purchases.map(({ status }) => status)).toEqual(['completed']);
      expect(events.at(-1).data.paidAt).toEqual(expect.any(String));
    }
    expect(await reconcile()).toMatchObject({ recorded: 0, problems: [] });
  });

  test('lists a charge whose hunt is unknown as not recorded', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id } = await pay(harness, player, hunt.productId);
    await harness.pool.query('DELETE FROM payment_attempts WHERE user_id = $1', [player.userId]);
    harness.offers.delete(hunt.productId);
    const problem = { kind: 'not_recorded', paymentIntentId: id, purchaseId: null };
    expect(await reconcile()).toMatchObject({ recorded: 0, problems: [problem] });
    harness.offers.set(hunt.productId, hunt);
  });

  test('P-1.7 synchronises refunds and disputes without webhooks, among 101 other charges', async () => {
    const [returned, disputed] = [await buy(), await buy()];
    const { stripe } = harness.sandbox;
    for (let count = 0; count < 101; count += 1) {
      await stripe.paymentIntents.create(FOREIGN);
    }
    await stripe.refunds.create({ payment_intent: returned.intentId });
    const dispute = await harness.sandbox.dispute(disputed.intentId);
    expect(await reconcile()).toMatchObject({ corrected: 2, problems: [] });
    const statusOf = async (bought: typeof returned) =>
      (await rowsOf(harness, bought.player)).purchases[0].status;
    expect([await statusOf(returned), await statusOf(disputed)]).toEqual(['refunded', 'disputed']);
    await harness.sandbox.closeDispute(dispute, 'won');
    expect(await reconcile()).toMatchObject({ corrected: 1 });
    expect(await statusOf(disputed)).toBe('completed');
  });

  test('P-1.7 synchronises refunds and disputes that were created before the period and changed in it', async () => {
    const [failed, escalated] = [await buy('pm_card_pendingRefund'), await buy()];
    const { stripe } = harness.sandbox;
    const refund = await stripe.refunds.create({ payment_intent: failed.intentId });
    await harness.sandbox.settleRefund(refund.id, 'succeeded');
    const disputeId = await harness.sandbox.dispute(escalated.intentId);
    await harness.sandbox.closeDispute(disputeId, 'won');
    expect(await reconcile()).toMatchObject({ corrected: 2 });
    await waitUntil(() => Date.now() >= (refund.created + 2) * 1000);
    // As in a run one week later, whose seven days contain neither creation time.
    const period = periodBefore(new Date(Date.now() + 7 * 24 * 3600 * 1000));
    // A refund may fail weeks after its creation.
    await harness.sandbox.settleRefund(refund.id, 'failed');
    const summary = await harness.contexts[0]?.reconciliation.run(period);
    expect(summary).toMatchObject({ corrected: 1, problems: [] });
    const { purchases } = await rowsOf(harness, failed.player);
    expect(purchases[0].status).toBe('completed');
  });

  test('reports no problem for a rejected purchase with a lost dispute', async () => {
    const { player, intentId, purchaseId } = await buyTwice(harness);
    const dispute = await harness.sandbox.dispute(intentId);
    await harness.pool.query('UPDATE refund_requests SET next_try_at = now()');
    await harness.contexts[0]?.refunds.processDue();
    expect(await reconcile()).toMatchObject({ problems: [] });
    await harness.sandbox.closeDispute(dispute, 'lost');
    expect(await reconcile()).toMatchObject({ problems: [] });
    const { purchases } = await rowsOf(harness, player);
    const rejected = purchases.find(({ id }) => id === purchaseId);
    expect(rejected).toMatchObject({ status: 'rejected', dispute: 'lost' });
  });

  test('reports unpaid purchases and different amounts', async () => {
    const [unpaid, other] = [await buy(), await buy()];
    await harness.pool.query(
      `UPDATE purchases SET stripe_payment_intent_id = 'pi_never' WHERE id = $1`,
      [unpaid.purchaseId],
    );
    await harness.pool.query('UPDATE purchases SET amount_cents = 1 WHERE id = $1', [
      other.purchaseId,
    ]);
    const problems = [
      { kind: 'amount_differs', paymentIntentId: other.intentId, purchaseId: other.purchaseId },
      { kind: 'not_paid', paymentIntentId: 'pi_never', purchaseId: unpaid.purchaseId },
    ];
    const summary = await reconcile();
    expect(summary?.problems).toEqual(expect.arrayContaining(problems));
    // The first intent has no purchase now, while its user has another membership.
    const { purchases } = await rowsOf(harness, unpaid.player);
    expect(purchases.map(({ status }) => status).sort()).toEqual(['completed', 'rejected']);
    expect(harness.log.join('')).toContain('reconciliation.problem');
    await harness.pool.query('DELETE FROM refund_requests');
    await harness.pool.query('DELETE FROM purchases WHERE id = ANY($1)', [
      [unpaid.purchaseId, other.purchaseId],
    ]);
  });

  test('ignores charges of the account without an attempt', async () => {
    const { stripe } = harness.sandbox;
    const before = await reconcile();
    await stripe.paymentIntents.create(FOREIGN);
    const after = await reconcile();
    expect([after?.paid, after?.problems]).toEqual([before?.paid, before?.problems]);
  });

  test('runs on one copy at a time, and once a night', async () => {
    const isRefused = await withSessionLock(harness.pool, RECONCILIATION_LOCK, async () => {
      return (await reconcile()) === null;
    });
    expect(isRefused).toBe(true);
    expect(await reconcile()).not.toBeNull();
    expect(await reconcile(1)).not.toBeNull();
    const countRuns = async () =>
      (await harness.pool.query('SELECT FROM reconciliations')).rowCount;
    const before = await countRuns();
    await harness.contexts[0]?.reconciliation.runIfDue();
    expect(await countRuns()).toBe(before);
    await harness.pool.query(
      `UPDATE reconciliations SET finished_at = now() - interval '25 hours'`,
    );
    await harness.contexts[0]?.reconciliation.runIfDue();
    expect(await countRuns()).toBe((before ?? 0) + 1);
  });
});

describe('P-1.10 a purchase that fails', () => {
  test('P-1.10 is reported, and the run records and corrects the others', async () => {
    const broken = newPlayer();
    const players = [newPlayer(), broken, newPlayer()];
    const bought = [await buy(), await buy(), await buy()];
    await harness.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER broken_insert BEFORE INSERT ON purchases FOR EACH ROW
         WHEN (NEW.user_id = '${broken.userId}') EXECUTE FUNCTION fail();
       CREATE TRIGGER broken_update BEFORE UPDATE ON purchases FOR EACH ROW
         WHEN (NEW.id = '${bought[1]?.purchaseId}') EXECUTE FUNCTION fail();`,
    );
    const intents = await Promise.all(
      players.map((player) => pay(harness, player, harness.addHunt().productId)),
    );
    for (const { intentId } of bought) {
      await harness.sandbox.stripe.refunds.create({ payment_intent: intentId });
    }
    const summary = await reconcile();
    expect(summary).toMatchObject({ recorded: 2, corrected: 2 });
    expect(summary?.problems.filter(({ kind }) => kind === 'failed')).toEqual([
      { kind: 'failed', paymentIntentId: intents[1]?.id, purchaseId: null },
      { kind: 'failed', paymentIntentId: bought[1]?.intentId, purchaseId: null },
    ]);
    const problems = await problemMetric();
    expect(problems).toBe(summary?.problems.length);
    await harness.pool.query(
      `DROP TRIGGER broken_insert ON purchases; DROP TRIGGER broken_update ON purchases`,
    );
    await harness.pool.query(
      `UPDATE reconciliations SET finished_at = finished_at - interval '2 hours'`,
    );
    await harness.contexts[0]?.reconciliation.runIfDue();
    expect(await problemMetric()).toBe(problems - 2);
    expect((await rowsOf(harness, broken)).purchases).toHaveLength(1);
  });

  test('P-1.10 a lost dispute is final and not read again', async () => {
    const { player, intentId } = await buy();
    const dispute = await harness.sandbox.dispute(intentId);
    await reconcile();
    expect(await listIntentsWithOpenReversal(harness.pool)).toContain(intentId);
    await harness.sandbox.closeDispute(dispute, 'lost');
    await reconcile();
    expect((await rowsOf(harness, player)).purchases).toMatchObject([
      { status: 'disputed', dispute: 'lost' },
    ]);
    expect(await listIntentsWithOpenReversal(harness.pool)).not.toContain(intentId);
  });

  test('reports the progress of each step', async () => {
    await Promise.all([1, 2, 3].map(() => pay(harness, newPlayer(), harness.addHunt().productId)));
    const progress: string[] = [];
    await harness.contexts[0]?.reconciliation.run(undefined, ({ step, done, total }) =>
      progress.push(`${step} ${done}/${total}`),
    );
    expect(progress.slice(0, 3)).toEqual([1, 2, 3].map((done) => `record charges ${done}/3`));
  });
});

async function problemMetric(): Promise<number> {
  const { registry } = harness.contexts[0]?.metrics ?? {};
  const text = await registry?.getSingleMetricAsString('reconciliation_problems');
  return Number(text?.trim().split(' ').at(-1));
}
