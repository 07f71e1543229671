import type { MemberView } from '@cairn/contracts/http/hunt-member-view.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { findHuntForStaffView } from '../hunts/hunt-views.store.ts';
import { presentHuntData } from '../hunts/hunts.presenter.ts';

type View = { adminId: string; huntId: string; show: 'released' | 'written' };

/** The hunt page for staff. Changes nothing but the activity log. */
export async function viewAsMember(
  tx: Transaction,
  publish: PublishEvent,
  { adminId, huntId, show }: View,
): Promise<MemberView> {
  const hunt = await findHuntForStaffView(tx, huntId, show);
  if (!hunt) throw new NotFoundError('This hunt does not exist.');
  await recordStaffAct(tx, publish, {
    adminId,
    action: 'hunt_view_as_member',
    subjectType: 'hunt',
    subjectId: hunt.id,
    before: null,
    after: { show },
  });
  return presentHuntData(hunt, hunt.releases);
}
