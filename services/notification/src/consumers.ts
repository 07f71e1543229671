import type { EventData, EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
  purchaseRejected,
} from '@cairn/contracts/events/purchases.ts';
import {
  emailRequested,
  userDeleted,
  userRegistered,
  userUpdated,
  userVerified,
} from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, type Handle, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { insertDelivery } from './deliveries/deliveries.store.ts';
import {
  requestDisputeMail,
  requestRefundMail,
  requestRejectionMail,
} from './deliveries/reversals.handlers.ts';
import {
  insertMembershipAndPreference,
  updateHuntOfPreferences,
  updatePreferenceMembership,
  upsertMembership,
} from './memberships/memberships.store.ts';
import { eraseUser, saveRecipient } from './user-data/recipients.handlers.ts';

export type HandlersOptions = { suppressionKey: Buffer; hunts: EventHandler[] };

/** The event handlers of this service. They only insert rows into the ledger; the worker sends. */
export function createHandlers({ suppressionKey, hunts }: HandlersOptions): EventHandler[] {
  return [
    on(userRegistered, saveRecipient),
    on(userVerified, saveRecipient),
    on(userUpdated, saveRecipient),
    on(userDeleted, eraseOnDeletion(eraseUser(suppressionKey))),
    on(emailRequested, requestMail),
    on(purchaseRecorded, async (tx, purchase, event) => {
      if (await insertMembershipAndPreference(tx, purchase)) {
        await requestReceipt(tx, purchase, event);
      }
    }),
    on(purchaseRefunded, both(updateMembership, requestRefundMail)),
    on(purchaseDisputed, both(updateMembership, requestDisputeMail)),
    on(purchaseRejected, requestRejectionMail),
    on(huntUpdated, (tx, { product }) => updateHuntOfPreferences(tx, product)),
    ...hunts,
  ];
}

/** Runs two handlers for one event in the same transaction. */
function both<Data>(first: Handle<Data>, second: Handle<Data>): Handle<Data> {
  return async (tx, data, event) => {
    await first(tx, data, event);
    await second(tx, data, event);
  };
}

type PurchaseEvent = EventData<typeof purchaseRefunded | typeof purchaseDisputed>;

/** The user gets alerts while the purchase grants membership. */
async function updateMembership(tx: Transaction, event: PurchaseEvent): Promise<void> {
  if (await isErased(tx, event.userId)) return;
  const { purchaseId, userId, productId, version, grantsMembership } = event;
  await upsertMembership(tx, { purchaseId, userId, productId, grantsMembership, version });
  await updatePreferenceMembership(tx, { userId, productId });
}

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
