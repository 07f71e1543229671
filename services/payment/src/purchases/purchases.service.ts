import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
} from '@cairn/service-kit/errors.ts';
import {
  type AttemptOfUser,
  findAttemptOfIntent,
  listAttemptsOfUser,
} from '../attempts/attempts.store.ts';
import { cardOf, chargedAtOf } from '../stripe/charge.ts';
import type { PaymentIntent, PaymentIntents } from '../stripe/payment-intents.ts';
import { type ConvergenceOptions, converge } from './convergence.ts';
import type { Handover } from './handover.ts';
import { type Fault, type Finding, type GoodFinding, judgeIntent, payerOf } from './paid-intent.ts';
import { findPurchaseOfIntent, listPurchases, type Purchase } from './purchases.store.ts';
import {
  type Alongside,
  type Paid,
  reportKnown,
  type SettlementOptions,
  settle,
} from './settlement.ts';
import { createTurns } from './turns.ts';

export type Entry = {
  purchase: Purchase;
  /** True while catalog or auth has not confirmed the purchase. */
  isPending: boolean;
};

export type Entering =
  | { fault: Fault }
  | { fault: null; isPending: boolean; status: PurchaseStatus };

export type Claim = { userId: string; productId: string; intentId: string };

export type Followed = { fault: Fault | null; isChanged: boolean };

export type Purchases = {
  /** For a payer: refuses with 402, 403, 404 or 409 what is not a charge of theirs for the product. */
  record(claim: Claim): Promise<Entry>;
  /**
   * Records the charge of an intent, for callers that trust its id. Writes nothing and returns the
   * fault where it buys nothing. A caller that has just read the intent at Stripe passes it.
   */
  enter(
    intentId: string,
    also?: { alongside?: Alongside; intent?: PaymentIntent },
  ): Promise<Entering>;
  /** Hands a recorded purchase over once more, if it must be; false while somebody has not confirmed it. */
  handOver(intentId: string): Promise<boolean>;
  /** What became of a charge at Stripe: enters it if need be, and brings its purchase there. */
  follow(intentId: string, alongside?: Alongside): Promise<Followed>;
  list(userId: string): Promise<Purchase[]>;
  listAttempts(userId: string): Promise<AttemptOfUser[]>;
};

export type PurchasesOptions = SettlementOptions &
  ConvergenceOptions & {
    intents: PaymentIntents;
    handover: Handover;
    isLive: boolean;
  };

// Anything else could name another path at Stripe, or be a whole client secret, which no log may see.
const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

// Well within the patience of the gateway and of Stripe.
const WAIT_FOR_ANOTHER_MS = 2_000;

export function createPurchases(options: PurchasesOptions): Purchases {
  const inTurn = createTurns(WAIT_FOR_ANOTHER_MS);
  return {
    record: (claim) => inTurn(claim.intentId, () => record(options, claim)),
    enter: (intentId, also) => inTurn(intentId, () => enter(options, intentId, also)),
    handOver: (intentId) =>
      inTurn(intentId, async () => {
        const purchase = await findPurchaseOfIntent(options.pool, intentId);
        return !purchase || options.handover(purchase);
      }),
    follow: (intentId, alongside) => follow(options, intentId, alongside),
    list: (userId) => listPurchases(options.pool, userId),
    listAttempts: (userId) => listAttemptsOfUser(options.pool, userId),
  };
}

async function record(options: PurchasesOptions, claim: Claim): Promise<Entry> {
  const { pool, handover } = options;
  if (!INTENT_ID.test(claim.intentId)) throw refusalOf('unknown');
  const known = await findPurchaseOfIntent(pool, claim.intentId);
  if (known) {
    refuseOthers(claim, known.userId, known.productId);
    reportKnown(options.logger, known);
  }
  const purchase = known ?? (await recordNew(options, claim));
  return { purchase, isPending: !(await handover(purchase)) };
}

async function recordNew(options: PurchasesOptions, claim: Claim): Promise<Purchase> {
  const finding = await examine(options, claim.intentId);
  if (finding.fault === 'unknown') throw refusalOf('unknown');
  refuseOthers(claim, payerOf(finding), finding.attempt?.productId ?? null);
  if (finding.fault) {
    const { fault } = finding;
    options.logger.warn({ paymentIntentId: claim.intentId, fault }, 'purchase.refused');
    throw refusalOf(fault);
  }
  return settle(options, paidBy(finding));
}

async function enter(
  options: PurchasesOptions,
  intentId: string,
  { alongside, intent }: { alongside?: Alongside; intent?: PaymentIntent } = {},
): Promise<Entering> {
  const known = await findPurchaseOfIntent(options.pool, intentId);
  if (known) {
    // It was found good when it was entered.
    if (alongside) await inTransaction(options.pool, alongside);
    return { fault: null, status: known.status, isPending: !(await options.handover(known)) };
  }
  const finding = await examine(options, intentId, intent);
  if (finding.fault) return { fault: finding.fault };
  const purchase = await settle(options, paidBy(finding), alongside);
  const isPending = !(await options.handover(purchase));
  return { fault: null, status: purchase.status, isPending };
}

async function follow(
  options: PurchasesOptions,
  intentId: string,
  alongside?: Alongside,
): Promise<Followed> {
  let purchase = await findPurchaseOfIntent(options.pool, intentId);
  if (!purchase) {
    const { fault } = await enter(options, intentId);
    if (fault) return { fault, isChanged: false };
    purchase = await findPurchaseOfIntent(options.pool, intentId);
  }
  if (!purchase) throw new Error(`the purchase of ${intentId} was entered and is not there`);
  const isChanged = await converge(options, purchase, alongside ? { alongside } : {});
  return { fault: null, isChanged };
}

async function examine(
  { pool, intents, isLive }: PurchasesOptions,
  intentId: string,
  known?: PaymentIntent,
): Promise<Finding> {
  const intent = known ?? (await intents.find(intentId));
  const attempt = intent && (await findAttemptOfIntent(pool, intent.id));
  return judgeIntent(intent, attempt, isLive);
}

function paidBy({ attempt, intent }: GoodFinding): Paid {
  return { attempt, intentId: intent.id, card: cardOf(intent), chargedAt: chargedAtOf(intent) };
}

function refuseOthers(claim: Claim, userId: string | null, productId: string | null): void {
  if (userId !== claim.userId) throw new ForbiddenError('This payment is not yours.');
  if (productId !== claim.productId) throw refusalOf('mismatch');
}

function refusalOf(fault: Fault): AppError {
  if (fault === 'unknown') return new NotFoundError('This payment is not known.');
  if (fault === 'mismatch') return new ConflictError('This payment is not for this hunt.');
  return new AppError('This payment is not complete.', { code: 'not_paid', status: 402 });
}
