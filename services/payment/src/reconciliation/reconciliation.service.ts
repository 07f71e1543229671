import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { StripeAccount } from '../stripe/account.ts';
import type { PaymentIntent, PaymentIntents } from '../stripe/payment-intents.ts';
import { type Period, periodBefore } from './period.ts';
import {
  findKnownPurchases,
  findLastReconciliation,
  holdReconciliation,
  isReconciliationDue,
  type KnownPurchase,
  keepReconciliation,
  listIntentsInMotion,
  listPurchasesSince,
  listStuckRefunds,
  releaseReconciliation,
} from './reconciliation.store.ts';

export type Problem = {
  kind: 'not_recorded' | 'not_paid' | 'amount_differs' | 'refund_stuck';
  paymentIntentId: string;
  purchaseId: string | null;
};

export type Summary = {
  since: string;
  /** Paid intents of ours at Stripe. */
  paid: number;
  /** Of those, what nobody had recorded and now is. */
  recorded: number;
  /** Purchases whose refund or dispute was not known, and now is. */
  corrected: number;
  /** What needs a person. */
  problems: Problem[];
};

export type Reconciliation = {
  /** Null where another copy is at it. */
  run(period?: Period): Promise<Summary | null>;
  /** Once a night. */
  runIfDue(): Promise<void>;
};

export type ReconciliationOptions = {
  pool: Pool;
  logger: Logger;
  metrics: Metrics;
  account: StripeAccount;
  intents: Pick<PaymentIntents, 'find'>;
  purchases: Pick<Purchases, 'enter' | 'follow'>;
};

/**
 * Holds what Stripe was paid against the purchases. What is missing is entered by the one path,
 * what became of a charge is read anew, and what no program may decide is listed: twice in a row,
 * the second run finds nothing to do.
 */
export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { pool, logger, metrics } = options;
  const found = metrics.counter('reconciliation_findings_total', 'What a reconciliation found', [
    'kind',
  ]);
  addLastRunMetrics(metrics, pool);

  async function run(period = periodBefore(new Date())): Promise<Summary | null> {
    const summary = await alone(pool, () => compare(options, period));
    if (!summary) return null;
    await keepReconciliation(pool, summary);
    for (const problem of summary.problems) {
      found.inc({ kind: problem.kind });
      logger.error(problem, 'reconciliation.problem');
    }
    found.inc({ kind: 'recorded' }, summary.recorded);
    found.inc({ kind: 'corrected' }, summary.corrected);
    const { since, paid, recorded, corrected } = summary;
    logger.info(
      { since, paid, recorded, corrected, problems: summary.problems.length },
      'reconciliation.done',
    );
    return summary;
  }

  return {
    run,
    async runIfDue() {
      if (await isReconciliationDue(pool)) await run();
    },
  };
}

/** Asked of the database: the last run may have been another copy's, or `npm run reconcile`. */
function addLastRunMetrics(metrics: Metrics, pool: Pool): void {
  metrics.gauge('reconciliation_problems', 'What needed a person at the last run', async () => {
    const last = await findLastReconciliation(pool);
    return last?.problems ?? Number.NaN;
  });
  metrics.gauge(
    'reconciliation_last_run_timestamp_seconds',
    'When the last run ended',
    async () => {
      const last = await findLastReconciliation(pool);
      return last ? last.finishedAt.getTime() / 1000 : Number.NaN;
    },
  );
}

/** The lock belongs to a connection, which is lent out without a transaction for as long. */
async function alone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result | null> {
  const session = await pool.connect();
  let broken: unknown;
  try {
    if (!(await holdReconciliation(session))) return null;
    try {
      return await work();
    } finally {
      await releaseReconciliation(session);
    }
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // A connection that may still hold the lock is ended, and the lock with it.
    session.release(broken !== undefined);
  }
}

async function compare(options: ReconciliationOptions, period: Period): Promise<Summary> {
  const { pool, account } = options;
  const paid = (await account.listPaid(period.paid)).filter(
    ({ metadata }) => metadata['attemptId'],
  );
  const before = await findKnownPurchases(
    pool,
    paid.map(({ id }) => id),
  );
  const missing = await enterMissing(options, paid, before);
  const reversed = await account.listReversed(period);
  const corrected = await followAll(options, reversed);
  return {
    since: period.paid.toISOString(),
    paid: paid.length,
    recorded: missing.recorded,
    corrected,
    problems: [
      ...missing.problems,
      ...before.flatMap((purchase) => compareAmount(purchase, paid)),
      ...(await findUnpaid(options, period.paid, paid)),
      ...(await listStuckRefunds(pool)).map((purchase) => problemOf('refund_stuck', purchase)),
    ],
  };
}

async function enterMissing(
  { purchases }: ReconciliationOptions,
  paid: PaymentIntent[],
  known: KnownPurchase[],
): Promise<{ recorded: number; problems: Problem[] }> {
  const knownIds = new Set(known.map(({ intentId }) => intentId));
  const result = { recorded: 0, problems: [] as Problem[] };
  for (const { id } of paid) {
    if (knownIds.has(id)) continue;
    const { fault } = await purchases.enter(id);
    if (!fault) result.recorded += 1;
    else result.problems.push({ kind: 'not_recorded', paymentIntentId: id, purchaseId: null });
  }
  return result;
}

/** Beside what Stripe lists, whatever is on its way, however long ago it was paid. */
async function followAll(
  { pool, purchases }: ReconciliationOptions,
  reversed: string[],
): Promise<number> {
  const known = await findKnownPurchases(pool, reversed);
  const ids = new Set([
    ...known.map(({ intentId }) => intentId),
    ...(await listIntentsInMotion(pool)),
  ]);
  let corrected = 0;
  for (const id of ids) {
    if ((await purchases.follow(id)).isChanged) corrected += 1;
  }
  return corrected;
}

function compareAmount(purchase: KnownPurchase, paid: PaymentIntent[]): Problem[] {
  const intent = paid.find(({ id }) => id === purchase.intentId);
  const isSame =
    intent?.amount_received === purchase.amountCents &&
    intent.currency.toUpperCase() === purchase.currency;
  return isSame ? [] : [problemOf('amount_differs', purchase)];
}

/** What Stripe did not list was perhaps begun before `since`, so that each is asked for by itself. */
async function findUnpaid(
  { pool, intents }: ReconciliationOptions,
  since: Date,
  paid: PaymentIntent[],
): Promise<Problem[]> {
  const paidIds = new Set(paid.map(({ id }) => id));
  const problems: Problem[] = [];
  for (const purchase of await listPurchasesSince(pool, since)) {
    if (paidIds.has(purchase.intentId)) continue;
    const intent = await intents.find(purchase.intentId);
    if (intent?.status !== 'succeeded') problems.push(problemOf('not_paid', purchase));
    else problems.push(...compareAmount(purchase, [intent]));
  }
  return problems;
}

function problemOf(kind: Problem['kind'], { id, intentId }: KnownPurchase): Problem {
  return { kind, paymentIntentId: intentId, purchaseId: id };
}
