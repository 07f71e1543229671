import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { type UserProduct, upsertUserProduct } from './user-products.store.ts';

type PurchaseEvent = EventData<
  typeof purchaseRecorded | typeof purchaseRefunded | typeof purchaseDisputed
>;

/** Applies every purchase event: the user holds the product while the purchase grants membership. */
export async function applyPurchaseEvent(tx: Transaction, data: PurchaseEvent): Promise<void> {
  await upsertUserProduct(tx, { ...data, status: statusOf(data) });
}

function statusOf({ status, grantsMembership }: PurchaseEvent): UserProduct['status'] {
  if (grantsMembership) return 'held';
  return status === 'disputed' ? 'disputed' : 'refunded';
}
