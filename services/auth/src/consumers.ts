import type { EventData } from '@cairn/contracts/events/define-event.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import {
  deleteUserProducts,
  type UserProduct,
  upsertUserProduct,
} from './products/user-products.store.ts';

export function createHandlers(): EventHandler[] {
  return [
    on(purchaseRecorded, applyPurchaseEvent),
    on(purchaseRefunded, applyPurchaseEvent),
    on(purchaseDisputed, applyPurchaseEvent),
    // Subscribes to its own event: once it arrives, all earlier outbox rows of the user are
    // published and can be deleted.
    on(userDeleted, eraseOnDeletion(deleteUserProducts)),
  ];
}

type PurchaseEvent = EventData<
  typeof purchaseRecorded | typeof purchaseRefunded | typeof purchaseDisputed
>;

/** Applies every purchase event: the user holds the product while the purchase grants membership. */
async function applyPurchaseEvent(tx: Transaction, data: PurchaseEvent): Promise<void> {
  await upsertUserProduct(tx, { ...data, status: statusOf(data) });
}

function statusOf({ status, grantsMembership }: PurchaseEvent): UserProduct['status'] {
  if (grantsMembership) return 'held';
  return status === 'disputed' ? 'disputed' : 'refunded';
}
