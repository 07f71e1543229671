import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { anonymiseClueEditors } from './clues/clues.store.ts';
import { anonymiseReportEditors } from './hunt-reports/hunt-reports.store.ts';
import { anonymiseHuntEditors } from './hunts/hunts.store.ts';
import { applyPurchaseEvent } from './memberships/memberships.handlers.ts';
import { anonymiseMemberships } from './memberships/memberships.store.ts';
import { anonymiseVersions } from './versions/versions.store.ts';

export function createHandlers({ publish }: { publish: PublishEvent }): EventHandler[] {
  return [
    on(purchaseRecorded, applyPurchaseEvent(publish)),
    on(purchaseRefunded, applyPurchaseEvent(publish)),
    on(purchaseDisputed, applyPurchaseEvent(publish)),
    on(
      userDeleted,
      eraseOnDeletion(async (tx, userId) => {
        await anonymiseMemberships(tx, userId);
        await anonymiseVersions(tx, userId);
        await anonymiseHuntEditors(tx, userId);
        await anonymiseClueEditors(tx, userId);
        await anonymiseReportEditors(tx, userId);
      }),
    ),
  ];
}
