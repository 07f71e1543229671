import { huntCancelled } from '@cairn/contracts/events/hunts.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { deleteSealedFields } from '@cairn/events/idempotency.store.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { lockHunt, lockStaffActs, setHuntCancelled } from '../hunts/hunts.store.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { getHuntForStaff, UNKNOWN } from './staff-hunts.service.ts';

const REFUSALS: Partial<Record<StaffHunt['status'], string>> = {
  draft: 'A draft is not public: there is nothing to call off.',
  complete: 'A hunt that is complete cannot be called off.',
  cancelled: 'This hunt is called off already.',
};

/** Refuses joins and claims from the commit on. Payment refunds the members (hunt.cancelled). */
export async function cancelHunt(
  { publish }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId, reason }: { adminId: string; huntId: string; reason: string },
): Promise<StaffHunt> {
  await lockStaffActs(tx);
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN);
  const before = await getHuntForStaff(tx, huntId);
  const refusal = REFUSALS[before.status];
  if (refusal) throw new ConflictError(refusal);
  await setHuntCancelled(tx, huntId, reason);
  await deleteSealedFields(tx, huntId);
  const hunt = await getHuntForStaff(tx, huntId);
  const { handle, title, cancelled_at } = hunt;
  if (!cancelled_at) throw new Error(`the hunt ${huntId} was not cancelled`);
  await publishChangedProduct(tx, publish, huntId);
  await publish(tx, huntCancelled, { huntId, handle, title, reason, cancelledAt: cancelled_at });
  await recordStaffAct(tx, publish, {
    adminId,
    action: 'hunt_cancel',
    subjectType: 'hunt',
    subjectId: huntId,
    before: { status: before.status, participants: before.participants },
    after: { status: hunt.status },
  });
  return hunt;
}
