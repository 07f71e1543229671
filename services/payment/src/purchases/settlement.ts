import type { Card } from '@cairn/contracts/card.ts';
import { purchaseRecorded, purchaseRejected } from '@cairn/contracts/events/purchases.ts';
import { getOffer } from '@cairn/contracts/internal/catalog.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { type Attempt, markAttemptSucceeded } from '../attempts/attempts.store.ts';
import { insertRefundRequest } from '../refunds/refunds.store.ts';
import {
  findPurchaseOfIntent,
  insertPurchase,
  keepRecordedEvent,
  type NewPurchase,
  type Purchase,
} from './purchases.store.ts';

export type SettlementOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  catalog: ServiceClient;
  /** Told of each new purchase once, after its commit. */
  onRecorded: (status: Purchase['status']) => void;
};

export type Paid = { attempt: Attempt; intentId: string; card: Card | null };

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
  const isOpen = await isHuntOpen(options, paid.attempt.productId);
  const { purchase, isNew } = await inTransaction(options.pool, async (tx) => {
    await alongside?.(tx);
    const written = await writePurchase(tx, paid, isOpen);
    if (!written.isNew) return written;
    const { purchase } = written;
    const isRejected = purchase.status === 'rejected';
    if (isRejected) await sendBack(options, tx, purchase, isOpen ? 'twice' : 'late');
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

/** While catalog is away the charge is entered: it was begun when the hunt was open. */
async function isHuntOpen(
  { catalog, logger }: SettlementOptions,
  productId: string,
): Promise<boolean> {
  try {
    const offer = await catalog.call(getOffer, { params: { id: productId } });
    return offer.status === 'active';
  } catch (err) {
    if (err instanceof AppError && err.status === 404) return false;
    logger.warn({ productId, err }, 'purchase.hunt_not_checked');
    return true;
  }
}

async function writePurchase(
  tx: Transaction,
  { attempt, intentId, card }: Paid,
  isOpen: boolean,
): Promise<{ purchase: Purchase; isNew: boolean }> {
  const insert = (status: NewPurchase['status']) =>
    insertPurchase(tx, { ...attempt, intentId, card, status });
  const canJoin = isOpen && !(await isErased(tx, attempt.userId));
  const completed = canJoin ? await insert('completed') : null;
  // Over, or the user is gone or has a place by another charge; a repeat is none of these, and
  // cannot be inserted.
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

/** The refund is asked for in the transaction that records the money, so that no crash forgets it. */
async function sendBack(
  { publish }: SettlementOptions,
  tx: Transaction,
  purchase: Purchase,
  cause: 'twice' | 'late',
): Promise<void> {
  await insertRefundRequest(tx, { purchaseId: purchase.id, adminId: null, reason: 'rejected' });
  // Nobody is left who could be told.
  if (await isErased(tx, purchase.userId)) return;
  await publish(tx, purchaseRejected, {
    purchaseId: purchase.id,
    userId: purchase.userId,
    productId: purchase.productId,
    version: purchase.version,
    amountCents: purchase.amountCents,
    currency: purchase.currency,
    productTitle: purchase.productTitle,
    handle: purchase.handle,
    at: purchase.createdAt.toISOString(),
    cause,
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
