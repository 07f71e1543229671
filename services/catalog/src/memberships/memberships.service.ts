import { isErased } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { lockHunt } from '../hunts/hunts.store.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { type Membership, upsertMembership } from './memberships.store.ts';

/**
 * Applies what payment says of a purchase and tells everybody the hunt's new value. Throws where the
 * hunt is not known (yet), so that the event waits. The hunt is locked before it is read: of two
 * purchases, the second counts the first.
 */
export async function changeMembership(
  tx: Transaction,
  publish: PublishEvent,
  change: Membership,
): Promise<void> {
  // Before the hunt's lock, which everybody else who joins is waiting for.
  const isNobodys = change.userId === null || (await isErased(tx, change.userId));
  if (!(await lockHunt(tx, change.huntId))) {
    throw new NotFoundError(`No hunt ${change.huntId} for purchase ${change.purchaseId}.`);
  }
  const membership = isNobodys ? { ...change, userId: null } : change;
  const huntId = await upsertMembership(tx, membership);
  if (huntId) await publishChangedProduct(tx, publish, huntId);
}
