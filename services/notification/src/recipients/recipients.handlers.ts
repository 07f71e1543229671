import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { deleteAlertPreferences } from '../alerts/alerts.store.ts';
import { deletePlaces } from '../alerts/places.store.ts';
import { deleteContactMessagesFrom } from '../contact/contact.store.ts';
import { dropDeliveriesOfUser } from '../deliveries/endings.store.ts';
import { deletePhone, deletePhoneCodes } from '../phones/phones.store.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import { deleteWishesOf, forgetOwnerOfSuppressions } from '../suppressions/suppressions.store.ts';
import { deleteRecipient, findRecipient, upsertRecipient } from './recipients.store.ts';

export async function keepRecipient(
  tx: Transaction,
  user: EventData<typeof userRegistered>,
): Promise<void> {
  if (await isErased(tx, user.userId)) return;
  await upsertRecipient(tx, user);
}

/**
 * All that is left is the ledger's count of what was sent, the farewell that is on its way, and what
 * keeps an address from being written to again: as a hash, and only where it refused our mail.
 */
export function forgetUser(suppressionKey: Buffer) {
  return async (tx: Transaction, userId: string): Promise<void> => {
    const email = (await findRecipient(tx, userId))?.email;
    // First, as whoever closes rows of the ledger has them before its people's preferences.
    await dropDeliveriesOfUser(tx, userId, email ?? null);
    const phone = await deletePhone(tx, userId);
    const hashes = [email, phone]
      .filter((address) => typeof address === 'string')
      .map((address) => hashAddress(address, suppressionKey));
    await deletePhoneCodes(tx, userId);
    await deleteWishesOf(tx, userId, hashes);
    await forgetOwnerOfSuppressions(tx, userId);
    if (email) await deleteContactMessagesFrom(tx, email);
    await deleteRecipient(tx, userId);
    await deleteAlertPreferences(tx, userId);
    await deletePlaces(tx, userId);
  };
}
