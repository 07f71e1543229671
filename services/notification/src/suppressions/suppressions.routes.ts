import { liftSuppression } from '@cairn/contracts/http/staff-messages.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Suppressions } from './suppressions.service.ts';

export function addSuppressionRoutes(routes: StaffRoutes, suppressions: Suppressions): void {
  routes.addStaffAct(liftSuppression, async (tx, { params: { userId }, identity }) => {
    const count = await suppressions.lift(tx, identity.userId, userId);
    return {
      message: count > 0 ? 'Mail goes to this address again.' : 'Nothing was held back.',
    };
  });
}
