import { setTimeout } from 'node:timers/promises';
import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { announceChange, type ConvergenceOptions, converge } from '../purchases/convergence.ts';
import { isAllowed } from '../purchases/purchase-status.ts';
import { findPurchase, type Purchase } from '../purchases/purchases.store.ts';
import { lockPurchase, saveStanding } from '../purchases/standing.store.ts';
import {
  countBrokenAnswer,
  insertRefundRequest,
  leaseRefundRequests,
  type RefundRequest,
  readRefundFigures,
} from './refunds.store.ts';

export type RefundCommand = { purchaseId: string; adminId: string; reason: string };

export type Refunds = {
  /** Requests a refund for an admin: 404, or 409 where the money is on its way back, back, or disputed. */
  request(
    tx: Transaction,
    command: RefundCommand,
  ): Promise<{ requestId: string; purchase: Purchase }>;
  /** Makes a requested refund at Stripe and returns the purchase, also where Stripe is slow or down. */
  makeSoon(request: { requestId: string; purchase: Purchase }): Promise<Purchase>;
  /** Makes the refunds that are due: of rejected money, and what a crash or an outage left. */
  makeDue(): Promise<void>;
};

/** Longer than a call to Stripe with its retries may take; doubles with each try. */
const LEASE_S = 30;
const AT_ONCE = 10;
/** The admin's page need not wait for a slow Stripe: the request is written down. */
const ANSWER_WITHIN_MS = 1_500;

export function createRefunds(options: ConvergenceOptions & { metrics: Metrics }): Refunds {
  addRefundMetrics(options);
  return {
    request: (tx, command) => writeRequest(options, tx, command),
    async makeSoon({ requestId, purchase: { id: purchaseId } }) {
      const made = makeSome(options, requestId).catch((err: unknown) =>
        options.logger.warn({ err, purchaseId }, 'refund.delayed'),
      );
      await Promise.race([made, setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false })]);
      return getPurchase(options.pool, purchaseId);
    },
    makeDue: () => makeSome(options, null),
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

/** The request, the status that follows and the act of staff are one transaction. */
async function writeRequest(
  options: ConvergenceOptions,
  tx: Transaction,
  { purchaseId, adminId, reason }: RefundCommand,
): Promise<{ requestId: string; purchase: Purchase }> {
  const before = await lockPurchase(tx, purchaseId);
  if (!before) throw new NotFoundError('This purchase does not exist.');
  if (!isAllowed(before.status, 'refund_pending', 'staff')) throw refusalIn(before.status);
  const requestId = await insertRefundRequest(tx, { purchaseId, adminId, reason });
  const after = { ...before, status: 'refund_pending' as const, version: before.version + 1 };
  await saveStanding(tx, after);
  await announceChange(options, tx, before, after);
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

const REFUSALS: Record<Exclude<PurchaseStatus, 'completed'>, string> = {
  refund_pending: 'A refund of this purchase is under way.',
  refunded: 'This purchase is refunded already.',
  disputed: 'This purchase is disputed: its money is decided on at Stripe.',
  rejected: 'This money was not accepted and goes back by itself.',
};

function refusalIn(status: PurchaseStatus): Error {
  if (status === 'completed') return new Error('a completed purchase can be refunded');
  return new ConflictError(REFUSALS[status]);
}

async function makeSome(options: ConvergenceOptions, id: string | null): Promise<void> {
  const requests = await leaseRefundRequests(options.pool, {
    id,
    limit: AT_ONCE,
    leaseSeconds: LEASE_S,
  });
  for (const request of requests) {
    await make(options, request).catch((err: unknown) =>
      options.logger.warn({ err, ...idsOf(request) }, 'refund.delayed'),
    );
  }
}

/** Stripe is called outside of any transaction. A crash anywhere in here leaves the request open. */
async function make(options: ConvergenceOptions, request: RefundRequest): Promise<void> {
  const answer = await options.reversals.refund(request);
  if (answer.kind === 'broken') await countBrokenAnswer(options.pool, request);
  if (answer.kind === 'broken' || answer.kind === 'later') throw answer.err;
  // Somebody was faster, at Stripe's own page: what is found there now is what counts.
  if (answer.kind === 'refused' && answer.code !== 'charge_already_refunded') {
    options.logger.error({ ...idsOf(request), code: answer.code }, 'refund.refused');
  }
  const purchase = { id: request.purchaseId, intentId: request.intentId };
  await converge(options, purchase, { closing: { id: request.id, state: answer.kind } });
  if (answer.kind === 'made') options.logger.info(idsOf(request), 'refund.made');
}

function idsOf({ id, purchaseId, intentId }: RefundRequest) {
  return { refundRequestId: id, purchaseId, paymentIntentId: intentId };
}

async function getPurchase(db: Database, id: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id);
  if (!purchase) throw new NotFoundError('This purchase does not exist.');
  return purchase;
}
