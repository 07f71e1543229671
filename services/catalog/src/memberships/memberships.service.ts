import { isErased } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { lockHunt } from '../hunts/hunts.store.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { type Membership, upsertMembership } from './memberships.store.ts';

/**
 * Applies the state of a purchase and publishes the product with its new prize. Throws if the hunt is
 * unknown, so that the event is parked. Locks the hunt before it reads it, so that of two concurrent
 * purchases the second includes the first.
 */
export async function changeMembership(
  tx: Transaction,
  publish: PublishEvent,
  change: Membership,
): Promise<void> {
  // Before the hunt's lock, to hold that lock as short as possible.
  const isAnonymous = change.userId === null || (await isErased(tx, change.userId));
  if (!(await lockHunt(tx, change.huntId))) {
    throw new NotFoundError(`No hunt ${change.huntId} for purchase ${change.purchaseId}.`);
  }
  const membership = isAnonymous ? { ...change, userId: null } : change;
  const huntId = await upsertMembership(tx, membership);
  if (huntId) await publishChangedProduct(tx, publish, huntId);
}
