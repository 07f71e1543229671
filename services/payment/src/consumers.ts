import { userDeleted } from '@cairn/contracts/events/users.ts';
import { erasing } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { cancelAttemptsOfUser } from './attempts/attempts.store.ts';

/** Purchases stay for the books: they hold ids and amounts, and no name. */
export function createHandlers(): EventHandler[] {
  return [on(userDeleted, erasing(cancelAttemptsOfUser))];
}
