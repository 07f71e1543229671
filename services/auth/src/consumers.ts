import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { applyPurchaseEvent } from './products/user-products.handlers.ts';
import { deleteUserProducts } from './products/user-products.store.ts';

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
