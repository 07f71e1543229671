import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { isErased } from '@cairn/events/erasure.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { type UserProduct, upsertUserProduct } from './user-products.store.ts';

export async function holdPurchased(
  tx: Transaction,
  purchase: EventData<typeof purchaseRecorded>,
): Promise<void> {
  await keep(tx, { ...purchase, status: 'held' });
}

/** The product is away when the refund begins; one that fails gives it back. */
export async function releaseRefunded(
  tx: Transaction,
  refund: EventData<typeof purchaseRefunded>,
): Promise<void> {
  await keep(tx, { ...refund, status: refund.outcome === 'failed' ? 'held' : 'refunded' });
}

/** The product is away while a dispute is open and after it was lost; a won one gives it back. */
export async function followDispute(
  tx: Transaction,
  dispute: EventData<typeof purchaseDisputed>,
): Promise<void> {
  const status = dispute.outcome === 'won' ? 'held' : 'disputed';
  await keep(tx, { ...dispute, status });
}

async function keep(tx: Transaction, product: UserProduct): Promise<void> {
  if (await isErased(tx, product.userId)) return;
  await upsertUserProduct(tx, product);
}
