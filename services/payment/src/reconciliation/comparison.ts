import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import pLimit from 'p-limit';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { StripeAccount } from '../stripe/account.ts';
import type { PaymentIntent, PaymentIntents } from '../stripe/payment-intents.ts';
import type { LostAttempts } from './lost-attempts.service.ts';
import type { Period } from './period.ts';
import {
  findKnownPurchases,
  type KnownPurchase,
  listIntentsWithOpenReversal,
  listPurchasesSince,
  listStuckRefunds,
} from './reconciliation.store.ts';

export type Problem = {
  /** `failed`: this purchase could not be read or recorded; the log has the error. */
  kind: 'not_recorded' | 'not_paid' | 'amount_differs' | 'refund_stuck' | 'failed';
  paymentIntentId: string;
  purchaseId: string | null;
};

export type Summary = {
  since: string;
  /** Charged intents of this service at Stripe. */
  paid: number;
  /** Of those, the ones that this run recorded. */
  recorded: number;
  /** Purchases whose refund or dispute this run found. */
  corrected: number;
  /** Differences that need a person. */
  problems: Problem[];
};

export type Step = 'record charges' | 'read refunds and disputes' | 'verify purchases';
export type OnProgress = (progress: { step: Step; done: number; total: number }) => void;

export type ComparisonOptions = {
  pool: Pool;
  logger: Logger;
  account: StripeAccount;
  intents: Pick<PaymentIntents, 'find'>;
  purchases: Pick<Purchases, 'recordCharge' | 'syncWithStripe'>;
  lostAttempts: LostAttempts;
};

type Run = ComparisonOptions & { onProgress: OnProgress };
type Item = { intentId: string; purchaseId: string | null };
type Batch<Result> = { results: Result[]; problems: Problem[] };

/** More than the connections of the pool, since most of an item's time is spent at Stripe. */
const CONCURRENCY = 16;

/** Rejects only where the lists of Stripe or the database fail; one purchase never ends the run. */
export async function compareWithStripe(
  options: ComparisonOptions,
  period: Period,
  onProgress: OnProgress,
): Promise<Summary> {
  const run = { ...options, onProgress };
  const { pool, account } = options;
  const charged = await account.listPaid(period.paid);
  const paid = new Map(
    charged.filter(({ metadata }) => metadata['attemptId']).map((each) => [each.id, each]),
  );
  const known = await findKnownPurchases(pool, [...paid.keys()]);
  const missing = await recordMissing(run, paid, known);
  const reversed = await syncReversals(run, await account.listReversed(period));
  const unlisted = await verifyUnlisted(run, period.paid, paid);
  const stuck = await listStuckRefunds(pool);
  return {
    since: period.paid.toISOString(),
    paid: paid.size,
    recorded: missing.results.filter(isTrue).length,
    corrected: reversed.results.filter(isTrue).length,
    problems: [
      ...missing.problems,
      ...reversed.problems,
      ...known.flatMap((purchase) => compareAmount(purchase, paid.get(purchase.intentId))),
      ...unlisted.results.flat(),
      ...unlisted.problems,
      ...stuck.map((purchase) => problemOf('refund_stuck', purchase)),
    ],
  };
}

async function recordMissing(
  run: Run,
  paid: Map<string, PaymentIntent>,
  known: KnownPurchase[],
): Promise<Batch<boolean>> {
  const knownIds = new Set(known.map(({ intentId }) => intentId));
  const missing = [...paid.values()].filter(({ id }) => !knownIds.has(id));
  const refused: Problem[] = [];
  const batch = await forEachItem(
    run,
    'record charges',
    missing.map((intent) => ({ intent, intentId: intent.id, purchaseId: null })),
    async ({ intent, intentId }) => {
      await run.lostAttempts.restore(intent);
      const { error } = await run.purchases.recordCharge(intentId, { intent });
      if (error)
        refused.push({ kind: 'not_recorded', paymentIntentId: intentId, purchaseId: null });
      return !error;
    },
  );
  return { ...batch, problems: [...batch.problems, ...refused] };
}

/** Includes every purchase with an open refund or dispute, also outside the period. */
async function syncReversals(run: Run, listed: string[]): Promise<Batch<boolean>> {
  const known = await findKnownPurchases(run.pool, listed);
  const intentIds = new Set([
    ...known.map(({ intentId }) => intentId),
    ...(await listIntentsWithOpenReversal(run.pool)),
  ]);
  const items = [...intentIds].map((intentId) => ({ intentId, purchaseId: null }));
  return forEachItem(run, 'read refunds and disputes', items, async ({ intentId }) => {
    const { isChanged } = await run.purchases.syncWithStripe(intentId);
    return isChanged;
  });
}

/** Purchases whose charge is not in Stripe's list, for example because it is older than `since`. */
async function verifyUnlisted(
  run: Run,
  since: Date,
  paid: Map<string, PaymentIntent>,
): Promise<Batch<Problem[]>> {
  const all = await listPurchasesSince(run.pool, since);
  const items = all
    .filter(({ intentId }) => !paid.has(intentId))
    .map((purchase) => ({ purchase, intentId: purchase.intentId, purchaseId: purchase.id }));
  return forEachItem(run, 'verify purchases', items, async ({ purchase }) => {
    const intent = await run.intents.find(purchase.intentId);
    if (intent?.status !== 'succeeded') return [problemOf('not_paid', purchase)];
    return compareAmount(purchase, intent);
  });
}

/** Runs `work` for every item, CONCURRENCY at a time; an error becomes a problem of its item. */
async function forEachItem<I extends Item, Result>(
  { logger, onProgress }: Run,
  step: Step,
  items: I[],
  work: (item: I) => Promise<Result>,
): Promise<Batch<Result>> {
  const batch: Batch<Result> = { results: [], problems: [] };
  let done = 0;
  await pLimit(CONCURRENCY).map(items, async (item) => {
    const { intentId: paymentIntentId, purchaseId } = item;
    try {
      batch.results.push(await work(item));
    } catch (err) {
      logger.error({ err, paymentIntentId, step }, 'reconciliation.item_failed');
      batch.problems.push({ kind: 'failed', paymentIntentId, purchaseId });
    }
    done += 1;
    onProgress({ step, done, total: items.length });
  });
  return batch;
}

function compareAmount(purchase: KnownPurchase, intent: PaymentIntent | undefined): Problem[] {
  const isSame =
    intent?.amount_received === purchase.amountCents &&
    intent.currency.toUpperCase() === purchase.currency;
  return isSame ? [] : [problemOf('amount_differs', purchase)];
}

function problemOf(kind: Problem['kind'], { id, intentId }: KnownPurchase): Problem {
  return { kind, paymentIntentId: intentId, purchaseId: id };
}

function isTrue(value: boolean): boolean {
  return value;
}
