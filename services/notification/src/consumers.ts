import {
  claimRejected,
  claimVerified,
  huntCluePublished,
  huntCompleted,
  stashUnlocked,
} from '@cairn/contracts/events/hunts.ts';
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
import { erasing } from '@cairn/events/erasure.ts';
import { type EventHandler, type Handle, on } from '@cairn/events/handlers.ts';
import { followPlace, openPlace } from './alerts/places.handlers.ts';
import { requestMail, requestReceipt } from './deliveries/deliveries.handlers.ts';
import type { HuntHandlers } from './deliveries/hunts.handlers.ts';
import {
  requestDisputeMail,
  requestRefundMail,
  requestRejectionMail,
} from './deliveries/reversals.handlers.ts';
import { forgetUser, keepRecipient } from './recipients/recipients.handlers.ts';

export type HandlersOptions = { suppressionKey: Buffer; hunts: HuntHandlers };

/** What this service does when something happened elsewhere. Mails are only written down here; the worker sends. */
export function createHandlers({ suppressionKey, hunts }: HandlersOptions): EventHandler[] {
  return [
    on(userRegistered, keepRecipient),
    on(userVerified, keepRecipient),
    on(userUpdated, keepRecipient),
    on(userDeleted, erasing(forgetUser(suppressionKey))),
    on(emailRequested, requestMail),
    on(purchaseRecorded, both(openPlace, requestReceipt)),
    on(purchaseRefunded, both(followPlace, requestRefundMail)),
    on(purchaseDisputed, both(followPlace, requestDisputeMail)),
    on(purchaseRejected, requestRejectionMail),
    on(huntCluePublished, hunts.alertOfClue),
    on(huntCompleted, hunts.tellOfCompletion),
    on(claimVerified, hunts.alertOfVerification),
    on(claimRejected, hunts.alertOfRejection),
    on(stashUnlocked, hunts.tellOfStash),
  ];
}

/** Two effects of one event, in one transaction. */
function both<Data>(first: Handle<Data>, second: Handle<Data>): Handle<Data> {
  return async (tx, data, event) => {
    await first(tx, data, event);
    await second(tx, data, event);
  };
}
