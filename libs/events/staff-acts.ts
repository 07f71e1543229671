import type { EventData } from '@cairn/contracts/events/define-event.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import type { PublishEvent } from './outbox.ts';

export type StaffAct = Omit<EventData<typeof staffActed>, 'at'>;

/**
 * Publishes `staff.acted` for the activity log, in the transaction of the action. Call it last: it
 * holds the outbox lock of the admin until the commit. `before` and `after` hold ids and changed
 * fields only, never names, addresses, codes or free text: the log is append-only and outlives
 * users.
 */
export async function recordStaffAct(
  tx: Transaction,
  publish: PublishEvent,
  act: StaffAct,
): Promise<void> {
  await publish(tx, staffActed, { ...act, at: new Date().toISOString() });
}
