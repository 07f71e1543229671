import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { erasing } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { applyDispute, applyPurchase, applyRefund } from './memberships/memberships.handlers.ts';
import { anonymiseMemberships } from './memberships/memberships.store.ts';

export function createHandlers({ publish }: { publish: PublishEvent }): EventHandler[] {
  return [
    on(purchaseRecorded, applyPurchase(publish)),
    on(purchaseRefunded, applyRefund(publish)),
    on(purchaseDisputed, applyDispute(publish)),
    on(userDeleted, erasing(anonymiseMemberships)),
  ];
}
