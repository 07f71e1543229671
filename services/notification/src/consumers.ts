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
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { requestMail, requestReceipt } from './deliveries/deliveries.handlers.ts';
import {
  requestDisputeMail,
  requestRefundMail,
  requestRejectionMail,
} from './deliveries/reversals.handlers.ts';
import { forgetUser, keepRecipient } from './recipients/recipients.handlers.ts';

/** What this service does when something happened elsewhere. Mails are only written down here; the worker sends. */
export function createHandlers(): EventHandler[] {
  return [
    on(userRegistered, keepRecipient),
    on(userVerified, keepRecipient),
    on(userUpdated, keepRecipient),
    on(userDeleted, erasing(forgetUser)),
    on(emailRequested, requestMail),
    on(purchaseRecorded, requestReceipt),
    on(purchaseRefunded, requestRefundMail),
    on(purchaseDisputed, requestDisputeMail),
    on(purchaseRejected, requestRejectionMail),
  ];
}
