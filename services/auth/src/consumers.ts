import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import {
  followDispute,
  holdPurchased,
  releaseRefunded,
} from './products/user-products.handlers.ts';

export function createHandlers(): EventHandler[] {
  return [
    on(purchaseRecorded, holdPurchased),
    on(purchaseRefunded, releaseRefunded),
    on(purchaseDisputed, followDispute),
  ];
}
