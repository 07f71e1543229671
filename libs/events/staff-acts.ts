import type { EventData } from '@cairn/contracts/events/define-event.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { z } from 'zod';
import type { PublishEvent } from './outbox.ts';

const loggedId = z.guid();

/** The id in a filter, for the activity log; null for other text, which may be an address or a name. */
export function toLoggedId(text: string): string | null {
  return loggedId.safeParse(text).data ?? null;
}

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
