import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import {
  emailRequested,
  userRegistered,
  userUpdated,
  userVerified,
} from '@cairn/contracts/events/users.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { insertAlertPreference } from './alerts/alerts.store.ts';
import { insertDelivery } from './deliveries/deliveries.store.ts';
import { upsertRecipient } from './recipients/recipients.store.ts';

/** What this service does when something happened elsewhere. Mails are only written down here; the worker sends. */
export function createHandlers(): EventHandler[] {
  return [
    on(userRegistered, upsertRecipient),
    on(userVerified, upsertRecipient),
    on(userUpdated, upsertRecipient),
    on(emailRequested, async (tx, { userId, email, template, sealedToken, expiresAt }, event) => {
      await insertDelivery(tx, {
        eventId: event.id,
        template,
        userId,
        address: email,
        variables: {},
        sealedToken,
        expiresAt,
        traceparent: event.traceparent,
      });
    }),
    on(purchaseRecorded, async (tx, purchase, event) => {
      await insertAlertPreference(tx, purchase);
      const { purchaseId, productTitle, handle, region, amountCents, currency, recordedAt } =
        purchase;
      await insertDelivery(tx, {
        eventId: event.id,
        template: 'receipt',
        userId: purchase.userId,
        address: null,
        variables: { purchaseId, productTitle, handle, region, amountCents, currency, recordedAt },
        sealedToken: null,
        expiresAt: null,
        traceparent: event.traceparent,
      });
    }),
  ];
}
