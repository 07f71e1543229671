import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import {
  insertMembershipAndPreference,
  updatePreferenceMembership,
  upsertMembership,
} from './memberships.store.ts';

type Recorded = EventData<typeof purchaseRecorded>;
type PurchaseEvent = EventData<
  typeof purchaseRecorded | typeof purchaseRefunded | typeof purchaseDisputed
>;

/** For purchase.recorded: email alerts are on by default, SMS alerts off. */
export async function insertMembership(tx: Transaction, purchase: Recorded): Promise<void> {
  await insertMembershipAndPreference(tx, purchase);
}

/** For every event of a purchase: its user gets alerts while it grants membership. */
export async function updateMembership(tx: Transaction, event: PurchaseEvent): Promise<void> {
  if (await isErased(tx, event.userId)) return;
  await saveMembership(tx, event);
}

async function saveMembership(tx: Transaction, event: PurchaseEvent): Promise<void> {
  const { purchaseId, userId, productId, version, grantsMembership } = event;
  await upsertMembership(tx, { purchaseId, userId, productId, grantsMembership, version });
  await updatePreferenceMembership(tx, { userId, productId });
}
