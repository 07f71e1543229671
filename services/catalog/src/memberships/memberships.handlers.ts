import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import type { Handle } from '@cairn/events/handlers.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Membership, MembershipStatus } from './membership.ts';
import { changeMembership } from './memberships.service.ts';

type Recorded = EventData<typeof purchaseRecorded>;
type Refunded = EventData<typeof purchaseRefunded>;
type Disputed = EventData<typeof purchaseDisputed>;

export function applyPurchase(publish: PublishEvent): Handle<Recorded> {
  return (tx, data) => changeMembership(tx, publish, membershipOf(data, 'completed'));
}

/** The place ends when the refund begins; one that fails gives it back. */
export function applyRefund(publish: PublishEvent): Handle<Refunded> {
  return (tx, data) => {
    const status = data.outcome === 'failed' ? 'completed' : 'refunded';
    return changeMembership(tx, publish, membershipOf(data, status));
  };
}

/** A dispute that is open or lost takes the place in the hunt away; one that is won gives it back. */
export function applyDispute(publish: PublishEvent): Handle<Disputed> {
  return (tx, data) => {
    const status = data.outcome === 'won' ? 'completed' : 'disputed';
    return changeMembership(tx, publish, membershipOf(data, status));
  };
}

function membershipOf(data: Recorded | Refunded | Disputed, status: MembershipStatus): Membership {
  return {
    purchaseId: data.purchaseId,
    huntId: data.productId,
    userId: data.userId,
    status,
    bonusCents: 'bonusCents' in data ? data.bonusCents : null,
    version: data.version,
  };
}
