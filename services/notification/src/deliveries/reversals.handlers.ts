import type { EventData, EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRefunded,
  purchaseRejected,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import type { TemplateName } from '../templates/catalogue.ts';
import { insertDelivery } from './deliveries.store.ts';

type Refunded = EventData<typeof purchaseRefunded>;
type Disputed = EventData<typeof purchaseDisputed>;
type Rejected = EventData<typeof purchaseRejected>;

/**
 * No mail for a pending refund, since most succeed or fail within a second; except where staff called
 * the hunt off, which the members read at once.
 */
export async function requestRefundMail(
  tx: Transaction,
  refund: Refunded,
  event: EventEnvelope,
): Promise<void> {
  const { outcome = 'succeeded' } = refund;
  if (outcome === 'pending') {
    if (refund.cancellation)
      await request(tx, event, { template: 'hunt_cancelled', about: refund });
    return;
  }
  await request(tx, event, { template: 'refund', about: { ...refund, outcome } });
}

export async function requestDisputeMail(
  tx: Transaction,
  dispute: Disputed,
  event: EventEnvelope,
): Promise<void> {
  await request(tx, event, { template: 'dispute', about: dispute });
}

export async function requestRejectionMail(
  tx: Transaction,
  rejection: Rejected,
  event: EventEnvelope,
): Promise<void> {
  await request(tx, event, { template: 'rejection', about: rejection });
}

async function request(
  tx: Transaction,
  event: EventEnvelope,
  { template, about }: { template: TemplateName; about: Refunded | Disputed | Rejected },
): Promise<void> {
  const { userId, productId: _, version: __, ...variables } = about;
  if (await isErased(tx, userId)) return;
  await insertDelivery(tx, {
    eventId: event.id,
    template,
    userId,
    address: null,
    variables,
    sealedToken: null,
    expiresAt: null,
    traceparent: event.traceparent,
    happenedAt: event.time,
  });
}
