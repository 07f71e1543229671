import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { deleteAlertPreferences } from '../alerts/alerts.store.ts';
import { dropDeliveriesOfUser } from '../deliveries/deliveries.store.ts';
import { deleteRecipient, upsertRecipient } from './recipients.store.ts';

export async function keepRecipient(
  tx: Transaction,
  user: EventData<typeof userRegistered>,
): Promise<void> {
  if (await isErased(tx, user.userId)) return;
  await upsertRecipient(tx, user);
}

/** All that is left is the ledger's count of what was sent, and the farewell that is on its way. */
export async function forgetUser(tx: Transaction, userId: string): Promise<void> {
  await deleteRecipient(tx, userId);
  await deleteAlertPreferences(tx, userId);
  await dropDeliveriesOfUser(tx, userId);
}
