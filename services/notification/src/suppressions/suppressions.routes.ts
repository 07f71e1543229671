import { liftSuppression } from '@cairn/contracts/http/staff-messages.ts';
import { asStaffAct } from '@cairn/contracts/internal/staff.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Suppressions } from './suppressions.service.ts';

export function addSuppressionRoutes(routes: Routes, suppressions: Suppressions): void {
  routes.add(asStaffAct(liftSuppression), async ({ params: { userId }, body: { adminId } }) => {
    const count = await suppressions.lift(adminId, userId);
    return {
      message: count > 0 ? 'Mail goes to this address again.' : 'Nothing was held back.',
    };
  });
}
