import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
} from '@cairn/service-kit/errors.ts';
import { E_TIMEOUT, Mutex, type MutexInterface, withTimeout } from 'async-mutex';
import {
  cardOf,
  chargedAtOf,
  type PaymentIntent,
  type PaymentIntents,
} from '../stripe/payment-intents.ts';
import {
  type Acceptance,
  payerOf,
  readAcceptance,
  rejectionReasonOf,
  type ValidationError,
  type ValidationResult,
  type ValidIntent,
  validatePaymentIntent,
} from './acceptance.ts';
import { type AttemptOfUser, findAttemptOfIntent, listAttemptsOfUser } from './attempts.store.ts';
import { findPurchaseOfIntent, listPurchases, type Purchase } from './purchases.store.ts';
import {
  type Handover,
  type InSameTransaction,
  logDuplicate,
  type PaidIntent,
  type RecordPurchaseOptions,
  recordPaidIntent,
} from './record-purchase.ts';
import { type StripeSyncOptions, syncPurchase } from './stripe-sync.ts';

export type RecordResult = {
  purchase: Purchase;
  /** True while catalog or auth has not confirmed the purchase. */
  isPending: boolean;
};

export type RecordOutcome =
  | { error: ValidationError }
  | { error: null; isPending: boolean; status: PurchaseStatus };

export type RecordRequest = { userId: string; productId: string; intentId: string };

export type SyncResult = { error: ValidationError | null; isChanged: boolean };

export type Purchases = {
  /** For a payer. Throws 402, 403, 404 or 409 where the intent is not their charge for the product. */
  record(request: RecordRequest): Promise<RecordResult>;
  /**
   * Records the charge of an intent without checking who asks. Writes nothing and returns the error
   * where the intent is not valid. A caller that has just read the intent at Stripe passes it.
   */
  recordCharge(
    intentId: string,
    also?: { inSameTransaction?: InSameTransaction; intent?: PaymentIntent },
  ): Promise<RecordOutcome>;
  /** Retries the hand-over of a recorded purchase; false while a service has not confirmed it. */
  handOver(intentId: string): Promise<boolean>;
  /** Reads refunds and disputes at Stripe and updates the purchase; records a missing charge first. */
  syncWithStripe(intentId: string, inSameTransaction?: InSameTransaction): Promise<SyncResult>;
  list(userId: string): Promise<Purchase[]>;
  listAttempts(userId: string): Promise<AttemptOfUser[]>;
};

export type PurchasesOptions = RecordPurchaseOptions &
  StripeSyncOptions & {
    intents: PaymentIntents;
    handover: Handover;
    isLive: boolean;
  };

// Other text could change the path of the request to Stripe, or be a client secret, which must not be logged.
const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

// Well below the request timeouts of the gateway and of Stripe.
const MAX_WAIT_MS = 2_000;

export function createPurchases(options: PurchasesOptions): Purchases {
  const runExclusive = createKeyedMutex(MAX_WAIT_MS);
  return {
    record: (request) => runExclusive(request.intentId, () => record(options, request)),
    recordCharge: (intentId, also) =>
      runExclusive(intentId, () => recordCharge(options, intentId, also)),
    handOver: (intentId) =>
      runExclusive(intentId, async () => {
        const purchase = await findPurchaseOfIntent(options.pool, intentId);
        return !purchase || options.handover(purchase);
      }),
    syncWithStripe: (intentId, inSameTransaction) =>
      syncWithStripe(options, intentId, inSameTransaction),
    list: (userId) => listPurchases(options.pool, userId),
    listAttempts: (userId) => listAttemptsOfUser(options.pool, userId),
  };
}

async function record(options: PurchasesOptions, request: RecordRequest): Promise<RecordResult> {
  const { pool, handover } = options;
  if (!INTENT_ID.test(request.intentId)) throw errorFor('unknown');
  const known = await findPurchaseOfIntent(pool, request.intentId);
  if (known) {
    assertRequestMatches(request, known.userId, known.productId);
    logDuplicate(options.logger, known);
  }
  const purchase = known ?? (await recordNew(options, request));
  return { purchase, isPending: !(await handover(purchase)) };
}

async function recordNew(options: PurchasesOptions, request: RecordRequest): Promise<Purchase> {
  const { result, acceptance } = await readAndValidate(options, request.intentId);
  if (result.error === 'unknown') throw errorFor('unknown');
  assertRequestMatches(request, payerOf(result), result.attempt?.productId ?? null);
  if (result.error) {
    const { error } = result;
    options.logger.warn({ paymentIntentId: request.intentId, fault: error }, 'purchase.refused');
    throw errorFor(error);
  }
  return recordPaidIntent(options, paidIntentOf(result, acceptance));
}

async function recordCharge(
  options: PurchasesOptions,
  intentId: string,
  {
    inSameTransaction,
    intent,
  }: { inSameTransaction?: InSameTransaction; intent?: PaymentIntent } = {},
): Promise<RecordOutcome> {
  const known = await findPurchaseOfIntent(options.pool, intentId);
  if (known) {
    // The intent was validated when the purchase was recorded.
    if (inSameTransaction) await inTransaction(options.pool, inSameTransaction);
    return { error: null, status: known.status, isPending: !(await options.handover(known)) };
  }
  const { result, acceptance } = await readAndValidate(options, intentId, intent);
  if (result.error) return { error: result.error };
  const purchase = await recordPaidIntent(
    options,
    paidIntentOf(result, acceptance),
    inSameTransaction,
  );
  const isPending = !(await options.handover(purchase));
  return { error: null, status: purchase.status, isPending };
}

async function syncWithStripe(
  options: PurchasesOptions,
  intentId: string,
  inSameTransaction?: InSameTransaction,
): Promise<SyncResult> {
  let purchase = await findPurchaseOfIntent(options.pool, intentId);
  if (!purchase) {
    const { error } = await recordCharge(options, intentId);
    if (error) return { error, isChanged: false };
    purchase = await findPurchaseOfIntent(options.pool, intentId);
  }
  if (!purchase) throw new Error(`the purchase of ${intentId} was entered and is not there`);
  const isChanged = await syncPurchase(
    options,
    purchase,
    inSameTransaction ? { inSameTransaction } : {},
  );
  return { error: null, isChanged };
}

/** Reads the intent at Stripe while catalog and auth check its attempt. */
async function readAndValidate(
  options: PurchasesOptions,
  intentId: string,
  known?: PaymentIntent,
): Promise<{ result: ValidationResult; acceptance: Acceptance | null }> {
  const { pool, intents, isLive } = options;
  const attempt = await findAttemptOfIntent(pool, intentId);
  const [intent, acceptance] = await Promise.all([
    known ?? intents.find(intentId),
    attempt && readAcceptance(options, attempt),
  ]);
  return { result: validatePaymentIntent(intent, attempt, isLive), acceptance };
}

function paidIntentOf({ attempt, intent }: ValidIntent, acceptance: Acceptance | null): PaidIntent {
  if (!acceptance) throw new Error(`the attempt ${attempt.id} was not checked`);
  const charge = { attempt, chargedAt: chargedAtOf(intent) };
  const rejectionReason = rejectionReasonOf(acceptance, charge);
  return { ...charge, intentId: intent.id, card: cardOf(intent), rejectionReason };
}

function assertRequestMatches(
  request: RecordRequest,
  userId: string | null,
  productId: string | null,
): void {
  if (userId !== request.userId) throw new ForbiddenError('This payment is not yours.');
  if (productId !== request.productId) throw errorFor('mismatch');
}

function errorFor(error: ValidationError): AppError {
  if (error === 'unknown') return new NotFoundError('This payment is not known.');
  if (error === 'mismatch') return new ConflictError('This payment is not for this hunt.');
  return new AppError('This payment is not complete.', { code: 'not_paid', status: 402 });
}

/** Runs `work` after the previous call with the same key has ended or has taken too long. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * The page and the webhook report a charge at the same moment. The second call in this process
 * waits and finds the recorded purchase, which saves requests to Stripe, catalog and auth. This is
 * an optimisation: between replicas, and after `maxWaitMs`, the database prevents duplicates.
 */
export function createKeyedMutex(maxWaitMs: number): KeyedMutex {
  const held = new Map<string, { mutex: MutexInterface; callers: number }>();
  return async (key, work) => {
    const entry = held.get(key) ?? { mutex: withTimeout(new Mutex(), maxWaitMs), callers: 0 };
    held.set(key, entry);
    entry.callers += 1;
    const release = await entry.mutex.acquire().catch((error: unknown) => {
      if (error !== E_TIMEOUT) throw error;
    });
    try {
      return await work();
    } finally {
      release?.();
      entry.callers -= 1;
      if (entry.callers === 0) held.delete(key);
    }
  };
}
