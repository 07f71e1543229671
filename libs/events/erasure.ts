import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userDeleted } from '@cairn/contracts/events/users.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { deleteDeadLettersOfUser } from './dead-letters.store.ts';
import { insertErasedUser, lockForErasure } from './erased-users.store.ts';
import type { Handle } from './handlers.ts';
import { deleteStoredAnswersOfUser } from './idempotency.store.ts';
import { deleteOutboxOfUser } from './outbox.store.ts';
import { deleteParkedOfUser } from './parked-events.store.ts';

/**
 * Handler of `user.deleted`: inserts a tombstone, runs `eraseData` on the service's own tables, and
 * deletes the user's events (topic `users`) from outbox, parked events and dead letters, and stored
 * answers of staff calls by or about the user. Those events precede `user.deleted`, since events of
 * one key are ordered.
 */
export function eraseOnDeletion(
  eraseData: (tx: Transaction, userId: string) => Promise<void> = async () => {},
): Handle<EventData<typeof userDeleted>> {
  return async (tx, { userId }) => {
    await insertTombstone(tx, userId);
    await eraseData(tx, userId);
    await deleteOutboxOfUser(tx, userId);
    await deleteParkedOfUser(tx, userId);
    await deleteDeadLettersOfUser(tx, userId);
    await deleteStoredAnswersOfUser(tx, userId);
  };
}

/**
 * `isErased` returns true after the commit. Do not call after `isErased` in one transaction: two of
 * these would deadlock.
 */
export async function insertTombstone(tx: Transaction, userId: string): Promise<void> {
  await lockForErasure(tx, userId);
  await insertErasedUser(tx, userId);
}
