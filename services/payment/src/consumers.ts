import { userDeleted } from '@cairn/contracts/events/users.ts';
import { erasing } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { cancelAttemptsOfUser } from './attempts/attempts.store.ts';
import { forgetCardsOfUser } from './purchases/purchases.store.ts';
import { eraseRefundReasonsOfUser } from './refunds/refunds.store.ts';

/** Purchases stay for the books: they hold ids and amounts, and no name. */
export function createHandlers(): EventHandler[] {
  return [on(userDeleted, erasing(forget))];
}

async function forget(tx: Transaction, userId: string): Promise<void> {
  await cancelAttemptsOfUser(tx, userId);
  await forgetCardsOfUser(tx, userId);
  await eraseRefundReasonsOfUser(tx, userId);
}
