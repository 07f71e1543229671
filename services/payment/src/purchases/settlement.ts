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
  keepRecordedEvent,
  type NewPurchase,
  type Purchase,
} from './purchases.store.ts';

export type SettlementOptions = AcceptanceOptions & {
  pool: Pool;
  publish: PublishEvent;
  /** Told of each new purchase once, after its commit. */
  onRecorded: (status: Purchase['status']) => void;
};

export type Paid = Charge & { intentId: string; card: Card | null };

/** Something to be committed together with the purchase. */
export type Alongside = (tx: Transaction) => Promise<unknown>;

/**
 * The one path for a charge that was found good, whoever told of it: the page, the webhook, or a
 * look at an open attempt. Repeats, also at once and from several copies, give the same purchase.
 */
export async function settle(
  options: SettlementOptions,
  paid: Paid,
  alongside?: Alongside,
): Promise<Purchase> {
  const reason = await findRejectionReason(options, paid);
  const { purchase, isNew } = await inTransaction(options.pool, async (tx) => {
    await alongside?.(tx);
    const written = await writePurchase(tx, paid, reason === null);
    if (!written.isNew) return written;
    const { purchase } = written;
    const isRejected = purchase.status === 'rejected';
    if (isRejected) await refundRejected(options, tx, purchase, reason ?? 'duplicate');
    return { isNew: true, purchase: isRejected ? purchase : await announce(options, tx, purchase) };
  });
  if (isNew) {
    options.onRecorded(purchase.status);
    report(options.logger, purchase);
  } else reportKnown(options.logger, purchase);
  return purchase;
}

/** So that whoever told of it second is in the purchase's story as well. */
export function reportKnown(logger: Logger, purchase: Purchase): void {
  logger.info(idsOf(purchase), 'purchase.known');
}

async function writePurchase(
  tx: Transaction,
  { attempt, intentId, card }: Paid,
  isAccepted: boolean,
): Promise<{ purchase: Purchase; isNew: boolean }> {
  const insert = (status: NewPurchase['status']) =>
    insertPurchase(tx, { ...attempt, intentId, card, status });
  const canJoin = isAccepted && !(await isErased(tx, attempt.userId));
  const completed = canJoin ? await insert('completed') : null;
  // Not accepted, or the user is deleted or a member by another charge. A repeat inserts no row.
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
  { publish }: SettlementOptions,
  tx: Transaction,
  purchase: Purchase,
  reason: RejectionReason,
): Promise<void> {
  await insertRefundRequest(tx, { purchaseId: purchase.id, adminId: null, reason: 'rejected' });
  // A deleted user gets no mail.
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

async function announce(
  { publish }: SettlementOptions,
  tx: Transaction,
  purchase: Purchase,
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
    ...(purchase.card ? { card: purchase.card } : {}),
  });
  await keepRecordedEvent(tx, purchase.id, recordedEvent);
  return { ...purchase, recordedEvent };
}

function report(logger: Logger, purchase: Purchase): void {
  const ids = idsOf(purchase);
  // Money that goes back by itself is no fault of ours, but rare enough to be looked at.
  if (purchase.status === 'rejected') logger.warn(ids, 'purchase.rejected');
  else logger.info(ids, 'purchase.recorded');
}

function idsOf({ id: purchaseId, productId, userId, intentId: paymentIntentId }: Purchase) {
  return { purchaseId, productId, userId, paymentIntentId };
}
