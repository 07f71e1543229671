import type { Card } from '@cairn/contracts/card.ts';
import {
  purchaseRecorded,
  purchaseRejected,
  type RejectionReason,
  stateOf,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { markAttemptSucceeded } from '../attempts/attempts.store.ts';
import { insertRefundRequest } from '../refunds/refunds.store.ts';
import { type AcceptanceOptions, type Charge, findRejectionReason } from './acceptance.ts';
import {
  findPurchaseOfIntent,
  insertPurchase,
  type NewPurchase,
  type Purchase,
  saveRecordedEvent,
} from './purchases.store.ts';

export type RecordPurchaseOptions = AcceptanceOptions & {
  pool: Pool;
  publish: PublishEvent;
  /** Called once for each new purchase, after its commit. */
  onRecorded: (status: Purchase['status']) => void;
};

export type PaidIntent = Charge & { intentId: string; card: Card | null };

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
  const reason = await findRejectionReason(options, paid);
  const { purchase, isNew } = await inTransaction(options.pool, async (tx) => {
    await inSameTransaction?.(tx);
    const written = await writePurchase(tx, paid, reason === null);
    if (!written.isNew) return written;
    const { purchase } = written;
    const isRejected = purchase.status === 'rejected';
    if (isRejected) await refundRejected(options, tx, purchase, reason ?? 'duplicate');
    return {
      isNew: true,
      purchase: isRejected ? purchase : await publishRecorded(options, tx, purchase, paid),
    };
  });
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

async function writePurchase(
  tx: Transaction,
  { attempt, intentId, card }: PaidIntent,
  isAccepted: boolean,
): Promise<{ purchase: Purchase; isNew: boolean }> {
  const insert = (status: NewPurchase['status']) =>
    insertPurchase(tx, { ...attempt, intentId, card, status });
  const grantsMembership = isAccepted && !(await isErased(tx, attempt.userId));
  const completed = grantsMembership ? await insert('completed') : null;
  // Not accepted, user deleted, or already a member by another charge. A duplicate inserts no row.
  const purchase = completed ?? (await insert('rejected'));
  if (!purchase) return { purchase: await getPurchaseOfIntent(tx, intentId), isNew: false };
  await markAttemptSucceeded(tx, attempt.id);
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
    at: purchase.createdAt.toISOString(),
    cause: reason === 'duplicate' ? 'twice' : 'late',
    reason,
  });
}

async function publishRecorded(
  { publish }: RecordPurchaseOptions,
  tx: Transaction,
  purchase: Purchase,
  { chargedAt }: PaidIntent,
): Promise<Purchase> {
  const recordedEvent = await publish(tx, purchaseRecorded, {
    purchaseId: purchase.id,
    userId: purchase.userId,
    productId: purchase.productId,
    version: purchase.version,
    ...stateOf(purchase.status),
    productTitle: purchase.productTitle,
    handle: purchase.handle,
    region: purchase.region,
    amountCents: purchase.amountCents,
    currency: purchase.currency,
    bonusCents: purchase.bonusCents,
    paymentIntentId: purchase.intentId,
    recordedAt: purchase.createdAt.toISOString(),
    ...(chargedAt ? { paidAt: chargedAt.toISOString() } : {}),
    ...(purchase.card ? { card: purchase.card } : {}),
  });
  await saveRecordedEvent(tx, purchase.id, recordedEvent);
  return { ...purchase, recordedEvent };
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
