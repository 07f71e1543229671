import type { EventData, EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { eraseOnDeletion } from '@cairn/events/erasure.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { insertActivity } from './activities/activities.store.ts';
import { deleteDraftsOf } from './form-drafts/form-drafts.store.ts';

export function createHandlers(): EventHandler[] {
  // Activities contain ids only and are kept.
  return [on(staffActed, recordActivity), on(userDeleted, eraseOnDeletion(deleteDraftsOf))];
}

async function recordActivity(
  tx: Transaction,
  act: EventData<typeof staffActed>,
  event: EventEnvelope,
): Promise<void> {
  await insertActivity(tx, { id: event.id, ...act });
}
