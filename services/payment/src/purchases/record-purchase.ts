import { randomUUID } from 'node:crypto';
import type { Card } from '@cairn/contracts/card.ts';
import { type EventEnvelope, receiveEvent } from '@cairn/contracts/events/define-event.ts';
import {
  purchaseRecorded,
  purchaseRejected,
  type RejectionReason,
  stateOf,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import { type PublishEvent, prepareEvent } from '@cairn/events/outbox.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { AcceptanceOptions, Charge, RejectionCause } from './acceptance.ts';
import { markAttemptSucceeded } from './attempts.store.ts';
import {
  findPurchaseOfIntent,
  insertCompletedPurchase,
  insertRejectedPurchase,
  markHandedOver,
  type Purchase,
} from './purchases.store.ts';
import { insertRefundRequest } from './refunds.store.ts';

export type RecordPurchaseOptions = AcceptanceOptions & {
  pool: Pool;
  publish: PublishEvent;
  /** Called once for each new purchase, after its commit. */
  onRecorded: (status: Purchase['status']) => void;
};

export type PaidIntent = Charge & {
  intentId: string;
  card: Card | null;
  /** Null where the charge buys membership. */
  rejectionReason: RejectionCause | null;
};

/** Work that must commit together with the purchase. */
export type InSameTransaction = (tx: Transaction) => Promise<unknown>;

/**
 * Records the charge of a valid intent, for every caller: page, webhook, payment attempt and
 * reconciliation. Repeated and concurrent calls, also on several replicas, return the same purchase.
 */
export async function recordPaidIntent(
  options: RecordPurchaseOptions,
  paid: PaidIntent,
  inSameTransaction?: InSameTransaction,
): Promise<Purchase> {
  const written = inSameTransaction
    ? await inTransaction(options.pool, async (tx) => {
        await inSameTransaction(tx);
        return (await insertCompleted(tx, paid)) ?? writeRejected(options, tx, paid);
      })
    : ((await insertCompleted(options.pool, paid)) ??
      (await inTransaction(options.pool, (tx) => writeRejected(options, tx, paid))));
  const { purchase, isNew } = written;
  if (isNew) {
    options.onRecorded(purchase.status);
    logRecorded(options.logger, purchase);
  } else logDuplicate(options.logger, purchase);
  return purchase;
}

/** Logs the purchase's ids, so that the trace of a duplicate call can be found by them. */
export function logDuplicate(logger: Logger, purchase: Purchase): void {
  logger.info(idsOf(purchase), 'purchase.duplicate');
}

type Written = { purchase: Purchase; isNew: boolean };

/** Null, without a write, where the charge is rejected or recorded already. */
async function insertCompleted(db: Database, paid: PaidIntent): Promise<Written | null> {
  if (paid.rejectionReason) return null;
  const purchase = await insertCompletedPurchase(db, completedPurchaseOf(paid), paid.attempt.id);
  return purchase && { purchase, isNew: true };
}

/** Not accepted, user deleted, or already a member by another charge. A duplicate inserts no row. */
async function writeRejected(
  options: RecordPurchaseOptions,
  tx: Transaction,
  { attempt, intentId, card, rejectionReason }: PaidIntent,
): Promise<Written> {
  const purchase = await insertRejectedPurchase(tx, { ...attempt, intentId, card });
  if (!purchase) return { purchase: await getPurchaseOfIntent(tx, intentId), isNew: false };
  await markAttemptSucceeded(tx, attempt.id);
  await refundRejected(options, tx, purchase, rejectionReason ?? 'duplicate');
  return { purchase, isNew: true };
}

async function getPurchaseOfIntent(tx: Transaction, intentId: string): Promise<Purchase> {
  const purchase = await findPurchaseOfIntent(tx, intentId);
  if (!purchase) throw new Error(`the purchase of ${intentId} is neither written nor there`);
  return purchase;
}

/** Requests the refund in the transaction that records the charge. */
async function refundRejected(
  { publish }: RecordPurchaseOptions,
  tx: Transaction,
  purchase: Purchase,
  reason: RejectionReason,
): Promise<void> {
  await insertRefundRequest(tx, { purchaseId: purchase.id, adminId: null, reason: 'rejected' });
  // Without the event, a deleted user gets no email.
  if (await isErased(tx, purchase.userId)) return;
  await publish(tx, purchaseRejected, {
    purchaseId: purchase.id,
    userId: purchase.userId,
    productId: purchase.productId,
    version: purchase.version,
    ...stateOf(purchase.status),
    amountCents: purchase.amountCents,
    currency: purchase.currency,
    productTitle: purchase.productTitle,
    handle: purchase.handle,
    receiptNumber: purchase.receiptNumber,
    at: purchase.createdAt.toISOString(),
    cause: reason === 'duplicate' ? 'twice' : 'late',
    reason,
  });
}

function completedPurchaseOf({ attempt, intentId, card, chargedAt }: PaidIntent) {
  const { userId, productId, productTitle, handle, region } = attempt;
  const { amountCents, currency, bonusCents } = attempt;
  const terms = { productId, productTitle, handle, region, amountCents, currency, bonusCents };
  const id = randomUUID();
  const createdAt = new Date();
  const recordedEvent = prepareEvent('payment', purchaseRecorded, {
    ...{ purchaseId: id, userId, version: 1 },
    ...stateOf('completed'),
    ...terms,
    paymentIntentId: intentId,
    recordedAt: createdAt.toISOString(),
    ...(chargedAt ? { paidAt: chargedAt.toISOString() } : {}),
    ...(card ? { card } : {}),
  });
  return {
    ...{ ...terms, id, userId, intentId, card, createdAt, recordedEvent },
    ...{ status: 'completed' as const, version: 1 },
    ...{ dispute: null, refundedAt: null, handedOverAt: null },
  };
}

function logRecorded(logger: Logger, purchase: Purchase): void {
  const ids = idsOf(purchase);
  // Not an error, since the charge is refunded automatically, but rare enough to be a warning.
  if (purchase.status === 'rejected') logger.warn(ids, 'purchase.rejected');
  else logger.info(ids, 'purchase.recorded');
}

function idsOf({ id: purchaseId, productId, userId, intentId: paymentIntentId }: Purchase) {
  return { purchaseId, productId, userId, paymentIntentId };
}

/**
 * Delivers the event of a purchase by HTTP, ahead of Kafka, to the services that grant access. True
 * when all of them have applied it, now or before; the caller may retry while it is false.
 */
export type Handover = (purchase: Purchase) => Promise<boolean>;

export function createHandover(options: {
  pool: Pool;
  logger: Logger;
  metrics: Metrics;
  receivers: Record<string, ServiceClient>;
}): Handover {
  const { pool, logger, metrics, receivers } = options;
  const unapplied = metrics.counter(
    'purchase_handovers_unapplied_total',
    'Purchases that a service parked or could not handle, so that the buyer got 202',
    ['receiver'],
  );
  // From 0, so that increase() sees the first one.
  for (const receiver of Object.keys(receivers)) unapplied.inc({ receiver }, 0);

  async function isApplied(service: string, client: ServiceClient, event: EventEnvelope) {
    try {
      const { outcome } = await client.call(receiveEvent, { body: event });
      if (outcome === 'applied' || outcome === 'duplicate') return true;
      unapplied.inc({ receiver: service });
      logger.warn({ service, eventId: event.id, outcome }, 'purchase.handover_delayed');
    } catch (err) {
      logger.warn({ service, eventId: event.id, err }, 'purchase.handover_failed');
    }
    return false;
  }

  return async (purchase) => {
    const { recordedEvent, handedOverAt } = purchase;
    if (!recordedEvent || handedOverAt) return true;
    const applied = await Promise.all(
      Object.entries(receivers).map(([name, client]) => isApplied(name, client, recordedEvent)),
    );
    if (applied.includes(false)) return false;
    await markHandedOver(pool, purchase.id);
    return true;
  };
}
