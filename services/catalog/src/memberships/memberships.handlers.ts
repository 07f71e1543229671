import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import type { Handle } from '@cairn/events/handlers.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { changeMembership } from './memberships.service.ts';
import type { MembershipStatus } from './memberships.store.ts';

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
