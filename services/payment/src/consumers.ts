import type { EventData } from '@cairn/contracts/events/define-event.ts';
import { huntCancelled, huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { userDeleted, userUpdated } from '@cairn/contracts/events/users.ts';
import { centsFromDollars } from '@cairn/contracts/money.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { saveCancelledHunt } from './cancelled-hunts/cancelled-hunts.service.ts';
import { cancelAttemptsOfUser, cancelOutdatedAttempts } from './purchases/attempts.store.ts';
import { eraseCardsOfUser } from './purchases/purchases.store.ts';
import { eraseRefundReasonsOfUser } from './purchases/refunds.store.ts';

/** Purchases of deleted users are kept for accounting: they hold ids and amounts, and no name. */
export function createHandlers(): EventHandler[] {
  return [
    on(huntUpdated, cancelOutdated),
    on(huntCancelled, saveCancelledHunt),
    on(userUpdated, cancelWhereSuspended),
    on(userDeleted, eraseOnDeletion(eraseUserData)),
  ];
}

async function cancelOutdated(
  tx: Transaction,
  { version, product }: EventData<typeof huntUpdated>,
): Promise<void> {
  await cancelOutdatedAttempts(tx, {
    productId: product.id,
    version,
    isActive: product.status === 'active',
    amountCents: centsFromDollars(product.price_amount),
    currency: product.price_currency,
  });
}

async function cancelWhereSuspended(
  tx: Transaction,
  { userId, status }: EventData<typeof userUpdated>,
): Promise<void> {
  if (status === 'suspended') await cancelAttemptsOfUser(tx, userId, 'user_suspended');
}

async function eraseUserData(tx: Transaction, userId: string): Promise<void> {
  await cancelAttemptsOfUser(tx, userId, 'user_deleted');
  await eraseCardsOfUser(tx, userId);
  await eraseRefundReasonsOfUser(tx, userId);
}
