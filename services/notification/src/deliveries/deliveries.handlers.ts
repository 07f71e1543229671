import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import type { emailRequested } from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { insertDelivery } from './deliveries.store.ts';

export async function requestMail(
  tx: Transaction,
  { userId, email, template, sealedToken, expiresAt }: EventData<typeof emailRequested>,
  event: EventEnvelope,
): Promise<void> {
  if (await isErased(tx, userId)) return;
  await insertDelivery(tx, {
    eventId: event.id,
    template,
    userId,
    address: email,
    variables: {},
    sealedToken,
    expiresAt,
    traceparent: event.traceparent,
    happenedAt: event.time,
  });
}

export async function requestReceipt(
  tx: Transaction,
  purchase: EventData<typeof purchaseRecorded>,
  event: EventEnvelope,
): Promise<void> {
  const { userId, purchaseId, productTitle, handle, region, card } = purchase;
  const { amountCents, currency, recordedAt, receiptNumber } = purchase;
  await insertDelivery(tx, {
    eventId: event.id,
    template: 'receipt',
    userId,
    address: null,
    variables: {
      ...{ purchaseId, productTitle, handle, region },
      ...{ amountCents, currency, recordedAt, card: card ?? null },
      ...(receiptNumber ? { receiptNumber } : {}),
    },
    sealedToken: null,
    expiresAt: null,
    traceparent: event.traceparent,
    happenedAt: purchase.paidAt ?? event.time,
  });
}
