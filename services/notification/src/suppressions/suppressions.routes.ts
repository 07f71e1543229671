import { liftSuppression } from '@cairn/contracts/http/staff-messages.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Suppressions } from './suppressions.service.ts';

export function addSuppressionRoutes(routes: Routes, suppressions: Suppressions): void {
  routes.add(liftSuppression, async ({ params: { userId }, identity }) => {
    const count = await suppressions.lift(identity.userId, userId);
    return {
      message: count > 0 ? 'Mail goes to this address again.' : 'Nothing was held back.',
    };
  });
}
