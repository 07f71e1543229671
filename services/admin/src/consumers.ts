import { staffActed } from '@cairn/contracts/events/staff.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { recordActivity } from './activities/activities.handlers.ts';
import { deleteDraftsOf } from './form-drafts/form-drafts.store.ts';

export function createHandlers(): EventHandler[] {
  // Activities contain ids only and are kept.
  return [on(staffActed, recordActivity), on(userDeleted, eraseOnDeletion(deleteDraftsOf))];
}
