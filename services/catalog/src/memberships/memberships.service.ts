import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { lockHuntOfMembership, type Membership, upsertMembership } from './memberships.store.ts';

/**
 * Applies the state of a purchase and publishes the product with its new prize: at once, or together
 * with the other purchases of the hunt a second after its last publication. Throws if the hunt is
 * unknown, so that the event is parked. Locks the hunt before it reads it, so that of two concurrent
 * purchases the second includes the first.
 */
export async function changeMembership(
  tx: Transaction,
  publish: PublishEvent,
  change: Membership,
): Promise<void> {
  const hunt = await lockHuntOfMembership(tx, change);
  if (!hunt) {
    throw new NotFoundError(`No hunt ${change.huntId} for purchase ${change.purchaseId}.`);
  }
  const membership = hunt.isErased ? { ...change, userId: null } : change;
  const { isRecentlyPublished } = hunt;
  const huntId = await upsertMembership(tx, membership, { isProductDue: isRecentlyPublished });
  if (huntId && !isRecentlyPublished) await publishChangedProduct(tx, publish, huntId);
}
