import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userDeleted } from '@cairn/contracts/events/users.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import {
  deleteDeadLettersOfUser,
  deleteOutboxOfUser,
  deleteParkedOfUser,
  findErasedUser,
  insertErasedUser,
  lockForErasure,
  lockForWriting,
} from './erased-users.store.ts';
import type { Handle } from './handlers.ts';
import { deleteStoredAnswersOfUser } from './idempotency.store.ts';

/**
 * A service's handler of `user.deleted`: leaves a tombstone, runs `forget` on what the service
 * holds, and removes the user's own events (topic `users`) from outbox, parked events and dead
 * letters, and stored answers of staff calls that are to or about the user. They are published before it, since events of one key come in order.
 */
export function erasing(
  forget: (tx: Transaction, userId: string) => Promise<void> = async () => {},
): Handle<EventData<typeof userDeleted>> {
  return async (tx, { userId }) => {
    await leaveTombstone(tx, userId);
    await forget(tx, userId);
    await deleteOutboxOfUser(tx, userId);
    await deleteParkedOfUser(tx, userId);
    await deleteDeadLettersOfUser(tx, userId);
    await deleteStoredAnswersOfUser(tx, userId);
  };
}

/** `isErased` is true for ever once this is committed. Not after `isErased` in one transaction: two would deadlock. */
export async function leaveTombstone(tx: Transaction, userId: string): Promise<void> {
  await lockForErasure(tx, userId);
  await insertErasedUser(tx, userId);
}

/**
 * Called before anything of a user is written, since their events may arrive after their deletion.
 * The answer holds until the transaction ends. It is no mutual exclusion between writers.
 */
export async function isErased(tx: Transaction, userId: string): Promise<boolean> {
  await lockForWriting(tx, userId);
  return findErasedUser(tx, userId);
}
