import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { insertAlertPreference } from './alerts.store.ts';
import { updateMembership, upsertPlace } from './places.store.ts';

type Recorded = EventData<typeof purchaseRecorded>;
type PurchaseEvent = EventData<
  typeof purchaseRecorded | typeof purchaseRefunded | typeof purchaseDisputed
>;

/** For purchase.recorded: alerts by email are on from the start, those by SMS are off. */
export async function openPlace(tx: Transaction, purchase: Recorded): Promise<void> {
  if (await isErased(tx, purchase.userId)) return;
  await insertAlertPreference(tx, purchase);
  await savePlace(tx, purchase);
}

/** For every event of a purchase: alerts go to its user while it grants membership. */
export async function followPlace(tx: Transaction, event: PurchaseEvent): Promise<void> {
  if (await isErased(tx, event.userId)) return;
  await savePlace(tx, event);
}

async function savePlace(tx: Transaction, event: PurchaseEvent): Promise<void> {
  const { purchaseId, userId, productId, version, grantsMembership: isHeld } = event;
  await upsertPlace(tx, { purchaseId, userId, productId, isHeld, version });
  await updateMembership(tx, { userId, productId });
}
