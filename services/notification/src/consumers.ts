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
import { eraseOnDeletion, isErased } from '@cairn/events/erasure.ts';
import { type EventHandler, type Handle, on } from '@cairn/events/handlers.ts';
import { requestMail, requestReceipt } from './deliveries/deliveries.handlers.ts';
import {
  requestDisputeMail,
  requestRefundMail,
  requestRejectionMail,
} from './deliveries/reversals.handlers.ts';
import { insertMembership, updateMembership } from './memberships/memberships.handlers.ts';
import { updateHuntOfPreferences } from './memberships/memberships.store.ts';
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
    on(purchaseRecorded, unlessErased(both(insertMembership, requestReceipt))),
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

/** Ignores the event of a deleted user, who gets no rows and no mail. */
function unlessErased<Data extends { userId: string }>(handle: Handle<Data>): Handle<Data> {
  return async (tx, data, event) => {
    if (!(await isErased(tx, data.userId))) await handle(tx, data, event);
  };
}
