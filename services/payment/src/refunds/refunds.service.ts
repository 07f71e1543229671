import { setTimeout } from 'node:timers/promises';
import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { isAllowed } from '../purchases/purchase-status.ts';
import {
  findPurchase,
  lockPurchase,
  type Purchase,
  savePurchaseState,
} from '../purchases/purchases.store.ts';
import {
  countReplayedError,
  findNextRefundInMs,
  insertRefundRequest,
  leaseRefundRequests,
  type RefundRequest,
  readRefundFigures,
} from '../purchases/refunds.store.ts';
import { publishChange, type StripeSyncOptions, syncPurchase } from '../purchases/stripe-sync.ts';

export type RefundCommand = { purchaseId: string; adminId: string; reason: string };

export type Refunds = {
  /** Requests a refund for an admin. Throws 404, or 409 if the charge is refunded, pending or disputed. */
  request(
    tx: Transaction,
    command: RefundCommand,
  ): Promise<{ requestId: string; purchase: Purchase }>;
  /** Makes a requested refund at Stripe. Returns the purchase also if Stripe is slow or down. */
  processNow(request: { requestId: string; purchase: Purchase }): Promise<Purchase>;
  /** Makes the refunds that are due: for rejected purchases, and after a crash or an outage. */
  processDue(): Promise<void>;
  /** Milliseconds until a refund is due; null if none is open. */
  findNextDueInMs(): Promise<number | null>;
};

/** Longer than a call to Stripe with its retries may take; doubles with each try. */
const LEASE_S = 30;
/** At once, so that a slow Stripe does not delay each refund by those before it. */
const BATCH_SIZE = 10;
/** The admin's page does not wait for a slow Stripe: the refund request is stored. */
const MAX_RESPONSE_WAIT_MS = 1_500;

export function createRefunds(options: StripeSyncOptions & { metrics: Metrics }): Refunds {
  addRefundMetrics(options);
  return {
    request: (tx, command) => writeRequest(options, tx, command),
    async processNow({ requestId, purchase: { id: purchaseId } }) {
      const made = processRequests(options, requestId).catch((err: unknown) =>
        options.logger.warn({ err, purchaseId }, 'refund.delayed'),
      );
      await Promise.race([made, setTimeout(MAX_RESPONSE_WAIT_MS, undefined, { ref: false })]);
      return getPurchase(options.pool, purchaseId);
    },
    processDue: () => processRequests(options, null),
    findNextDueInMs: () => findNextRefundInMs(options.pool),
  };
}

function addRefundMetrics({ metrics, pool }: { metrics: Metrics; pool: Pool }): void {
  metrics.gauge(
    'refunds_oldest_open_seconds',
    'Age of the oldest refund that Stripe has neither made nor refused',
    async () => (await readRefundFigures(pool)).oldestOpenSeconds,
  );
  metrics.gauge(
    'refunds_failed',
    'Purchases whose refund Stripe or the bank refused',
    async () => (await readRefundFigures(pool)).failed,
  );
}

/** The request, the new status and the staff action commit in one transaction. */
async function writeRequest(
  options: StripeSyncOptions,
  tx: Transaction,
  { purchaseId, adminId, reason }: RefundCommand,
): Promise<{ requestId: string; purchase: Purchase }> {
  const before = await lockPurchase(tx, purchaseId);
  if (!before) throw new NotFoundError('This purchase does not exist.');
  if (!isAllowed(before.status, 'refund_pending', 'staff')) throw errorForStatus(before.status);
  const requestId = await insertRefundRequest(tx, { purchaseId, adminId, reason });
  const after = { ...before, status: 'refund_pending' as const, version: before.version + 1 };
  await savePurchaseState(tx, after);
  await publishChange(options, tx, before, after);
  await recordStaffAct(tx, options.publish, {
    adminId,
    action: 'purchase_refund',
    subjectType: 'purchase',
    subjectId: purchaseId,
    before: { status: before.status },
    after: { status: after.status, refundRequestId: requestId },
  });
  return { requestId, purchase: await getPurchase(tx, purchaseId) };
}

const CONFLICTS: Record<Exclude<PurchaseStatus, 'completed'>, string> = {
  refund_pending: 'A refund of this purchase is under way.',
  refunded: 'This purchase is refunded already.',
  disputed: 'This purchase is disputed: its money is decided on at Stripe.',
  rejected: 'This money was not accepted and goes back by itself.',
};

function errorForStatus(status: PurchaseStatus): Error {
  if (status === 'completed') return new Error('a completed purchase can be refunded');
  return new ConflictError(CONFLICTS[status]);
}

async function processRequests(options: StripeSyncOptions, id: string | null): Promise<void> {
  const requests = await leaseRefundRequests(options.pool, {
    id,
    limit: BATCH_SIZE,
    leaseSeconds: LEASE_S,
  });
  await Promise.all(
    requests.map((request) =>
      refundAtStripe(options, request).catch((err: unknown) =>
        options.logger.warn({ err, ...idsOf(request) }, 'refund.delayed'),
      ),
    ),
  );
}

/** Calls Stripe outside a transaction. A crash at any point leaves the request open. */
async function refundAtStripe(options: StripeSyncOptions, request: RefundRequest): Promise<void> {
  const result = await options.reversals.refund(request);
  if (result.kind === 'key_used') await countReplayedError(options.pool, request);
  if (result.kind === 'key_used' || result.kind === 'retryable') throw result.err;
  // A refund in Stripe's dashboard was earlier; the synchronisation below applies it.
  if (result.kind === 'refused' && result.code !== 'charge_already_refunded') {
    options.logger.error({ ...idsOf(request), code: result.code }, 'refund.refused');
  }
  const purchase = { id: request.purchaseId, intentId: request.intentId };
  await syncPurchase(options, purchase, { closing: { id: request.id, state: result.kind } });
  if (result.kind === 'made') options.logger.info(idsOf(request), 'refund.made');
}

function idsOf({ id, purchaseId, intentId }: RefundRequest) {
  return { refundRequestId: id, purchaseId, paymentIntentId: intentId };
}

async function getPurchase(db: Database, id: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id);
  if (!purchase) throw new NotFoundError('This purchase does not exist.');
  return purchase;
}
