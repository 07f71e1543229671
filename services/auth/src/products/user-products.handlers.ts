import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { upsertUserProduct } from './user-products.store.ts';

export async function holdPurchased(
  tx: Transaction,
  purchase: EventData<typeof purchaseRecorded>,
): Promise<void> {
  await upsertUserProduct(tx, { ...purchase, status: 'held' });
}

export async function releaseRefunded(
  tx: Transaction,
  refund: EventData<typeof purchaseRefunded>,
): Promise<void> {
  await upsertUserProduct(tx, { ...refund, status: 'refunded' });
}

/** The product is away while a dispute is open and after it was lost; a won one gives it back. */
export async function followDispute(
  tx: Transaction,
  dispute: EventData<typeof purchaseDisputed>,
): Promise<void> {
  const status = dispute.outcome === 'won' ? 'held' : 'disputed';
  await upsertUserProduct(tx, { ...dispute, status });
}
