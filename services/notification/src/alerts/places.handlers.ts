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
type Refunded = EventData<typeof purchaseRefunded>;
type Disputed = EventData<typeof purchaseDisputed>;

/** Alerts by email are on from the start, those by SMS are off. */
export async function openPlace(tx: Transaction, purchase: Recorded): Promise<void> {
  if (await isErased(tx, purchase.userId)) return;
  await insertAlertPreference(tx, purchase);
  await keepPlace(tx, purchase, true);
}

/** Alerts end when the refund begins; one that fails gives them back. */
export async function endPlaceByRefund(tx: Transaction, refund: Refunded): Promise<void> {
  if (await isErased(tx, refund.userId)) return;
  await keepPlace(tx, refund, refund.outcome === 'failed');
}

/** A dispute that is open or lost ends them; one that is won gives them back. */
export async function endPlaceByDispute(tx: Transaction, dispute: Disputed): Promise<void> {
  if (await isErased(tx, dispute.userId)) return;
  await keepPlace(tx, dispute, dispute.outcome === 'won');
}

async function keepPlace(
  tx: Transaction,
  { purchaseId, userId, productId, version }: Recorded | Refunded | Disputed,
  isHeld: boolean,
): Promise<void> {
  await upsertPlace(tx, { purchaseId, userId, productId, isHeld, version });
  await updateMembership(tx, { userId, productId });
}
