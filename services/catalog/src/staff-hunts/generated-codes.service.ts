import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { deleteSealedFields } from '@cairn/events/idempotency.store.ts';
import { openSealedFields } from '@cairn/events/idempotency.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { z } from 'zod';
import { lockHunt } from '../hunts/hunts.store.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { getHuntForStaff, UNKNOWN } from './staff-hunts.service.ts';

type Act = { adminId: string; huntId: string };

const sealedAnswer = z.object({ treasure_code: z.string() });

/**
 * Destroys the stored copy of a hunt's generated code: from the commit on nothing returns it. Changes
 * nothing where no code waits. 403 for an admin who cannot have seen the code.
 */
export async function acknowledgeCode(
  { publish, keys }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId }: Act,
): Promise<StaffHunt> {
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN);
  const sealKey = keys.CODE_SEAL_KEY;
  const isWaiting = await openSealedFields(tx, { subjectId: huntId, adminId, sealKey });
  if (isWaiting) {
    await deleteSealedFields(tx, huntId);
    await recordCodeAct(tx, publish, { adminId, huntId, action: 'treasure_code_acknowledge' });
  }
  return getHuntForStaff(tx, huntId);
}

/** The generated code for the admin it was generated for. 404 once it is acknowledged. */
export async function viewCode(
  { publish, keys }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId }: Act,
): Promise<{ treasure_code: string }> {
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN);
  const sealKey = keys.CODE_SEAL_KEY;
  const fields = await openSealedFields(tx, { subjectId: huntId, adminId, sealKey });
  if (!fields) throw new NotFoundError('No generated code of this hunt waits to be confirmed.');
  await recordCodeAct(tx, publish, { adminId, huntId, action: 'treasure_code_view' });
  return sealedAnswer.parse(fields);
}

function recordCodeAct(
  tx: Transaction,
  publish: StaffDependencies['publish'],
  { adminId, huntId, action }: Act & { action: string },
): Promise<void> {
  return recordStaffAct(tx, publish, {
    adminId,
    action,
    subjectType: 'hunt',
    subjectId: huntId,
    before: null,
    after: null,
  });
}
