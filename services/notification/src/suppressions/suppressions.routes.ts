import { liftSuppression } from '@cairn/contracts/http/staff-messages.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { z } from 'zod';
import { findRecipient } from '../recipients/recipients.store.ts';
import { hashAddress, LIFTABLE_CAUSES } from './suppression.ts';
import { deleteSuppressions } from './suppressions.store.ts';

export function addSuppressionRoutes(routes: StaffRoutes, suppressions: Suppressions): void {
  routes.addStaffAct(liftSuppression, async (tx, { params: { userId }, identity }) => {
    const count = await suppressions.lift(tx, identity.userId, userId);
    return {
      message: count > 0 ? 'Mail goes to this address again.' : 'Nothing was held back.',
    };
  });
}

export type Suppressions = ReturnType<typeof createSuppressions>;

/** Staff lift suppressions after a bounce, drop or spam report; only the user undoes an unsubscribe. */
export function createSuppressions(options: { publish: PublishEvent; suppressionKey: Buffer }) {
  const { publish, suppressionKey } = options;

  /** Returns the number of lifted causes; without one, no staff action is recorded. */
  async function lift(tx: Transaction, adminId: string, userId: string): Promise<number> {
    if (!z.uuid().safeParse(userId).success) throw new NotFoundError();
    const recipient = await findRecipient(tx, userId);
    if (!recipient) throw new NotFoundError();
    const addressHash = hashAddress(recipient.email, suppressionKey);
    const causes = await deleteSuppressions(tx, { addressHash, channel: 'email' }, LIFTABLE_CAUSES);
    if (causes.length > 0) {
      await recordStaffAct(tx, publish, {
        adminId,
        action: 'suppression_lift',
        subjectType: 'user',
        subjectId: userId,
        before: { causes },
        after: { causes: [] },
      });
    }
    return causes.length;
  }

  return { lift };
}
