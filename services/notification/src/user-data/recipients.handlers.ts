import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { deletePhone, deletePhoneCodes } from '../alerts/phones.store.ts';
import { deleteContactMessagesFrom } from '../contact/contact.store.ts';
import { eraseDeliveriesOfUser } from '../deliveries/retention.store.ts';
import { anonymiseMailingEditors, removeScheduledAddress } from '../mailings/mailings.store.ts';
import { deleteAlertPreferences, deleteMemberships } from '../memberships/memberships.store.ts';
import { deleteRecipient, findRecipient, upsertRecipient } from '../recipients/recipients.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import {
  clearOwnerOfSuppressions,
  deletePreferencesOf,
} from '../suppressions/suppressions.store.ts';

export async function saveRecipient(
  tx: Transaction,
  user: EventData<typeof userRegistered>,
): Promise<void> {
  if (await isErased(tx, user.userId)) return;
  await upsertRecipient(tx, user);
}

/**
 * Keeps only the ledger's rows without personal data, the pending mail that confirms the deletion, and
 * hashed suppressions of addresses that bounced or reported spam.
 */
export function eraseUser(suppressionKey: Buffer) {
  return async (tx: Transaction, userId: string): Promise<void> => {
    const email = (await findRecipient(tx, userId))?.email;
    // First: outcomes lock deliveries before preferences, and the same order avoids deadlocks.
    await eraseDeliveriesOfUser(tx, userId, email ?? null);
    const phone = await deletePhone(tx, userId);
    const hashes = [email, phone]
      .filter((address) => typeof address === 'string')
      .map((address) => hashAddress(address, suppressionKey));
    await deletePhoneCodes(tx, userId);
    await deletePreferencesOf(tx, userId, hashes);
    await clearOwnerOfSuppressions(tx, userId);
    if (email) await deleteContactMessagesFrom(tx, email);
    if (email) await removeScheduledAddress(tx, email);
    await anonymiseMailingEditors(tx, userId);
    await deleteRecipient(tx, userId);
    await deleteAlertPreferences(tx, userId);
    await deleteMemberships(tx, userId);
  };
}
