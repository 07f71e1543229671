import type { EventData } from '@cairn/contracts/events/define-event.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, type Handle, on } from '@cairn/events/handlers.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { anonymiseClueEditors } from './clues/clues.store.ts';
import { anonymiseReportEditors } from './hunt-reports/hunt-reports.store.ts';
import { anonymiseHuntEditors } from './hunts/hunts.store.ts';
import {
  anonymiseMemberships,
  type Membership,
  type MembershipStatus,
  upsertMembership,
} from './memberships/memberships.store.ts';
import { publishChangedProduct } from './products/products.service.ts';
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

type PurchaseEvent = EventData<
  typeof purchaseRecorded | typeof purchaseRefunded | typeof purchaseDisputed
>;

/** For every event of a purchase: membership and prize follow its state. */
export function applyPurchaseEvent(publish: PublishEvent): Handle<PurchaseEvent> {
  return (tx, data) =>
    changeMembership(tx, publish, {
      purchaseId: data.purchaseId,
      huntId: data.productId,
      userId: data.userId,
      status: statusOf(data),
      bonusCents: data.bonusCents ?? null,
      version: data.version,
    });
}

function statusOf({ status, grantsMembership }: PurchaseEvent): MembershipStatus {
  if (grantsMembership) return 'completed';
  return status === 'disputed' ? 'disputed' : 'refunded';
}

/**
 * Applies the state of a purchase and publishes the product with its new prize: at once, or together
 * with the other purchases of the hunt soon after its last publication. Throws if the hunt is
 * unknown, so that the event is parked. Locks the hunt before it reads it, so that of two concurrent
 * purchases the second includes the first.
 */
export async function changeMembership(
  tx: Transaction,
  publish: PublishEvent,
  change: Membership,
): Promise<void> {
  const result = await upsertMembership(tx, change);
  if (!result) {
    throw new NotFoundError(`No hunt ${change.huntId} for purchase ${change.purchaseId}.`);
  }
  const { changedHuntId, isProductDue } = result;
  if (changedHuntId && !isProductDue) await publishChangedProduct(tx, publish, changedHuntId);
}
