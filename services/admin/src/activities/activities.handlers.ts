import type { EventData, EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { insertActivity } from './activities.store.ts';

export async function recordActivity(
  tx: Transaction,
  act: EventData<typeof staffActed>,
  event: EventEnvelope,
): Promise<void> {
  await insertActivity(tx, { id: event.id, ...act });
}
