import { exportMemberships } from '@cairn/contracts/internal/catalog.ts';
import type { Context } from '@cairn/service/context.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { listMembershipsOfUser } from './memberships.store.ts';

export function createMembershipRoutes({ createRoutes, pool }: Context): Routes {
  const routes = createRoutes();
  routes.add(exportMemberships, async ({ params }) => {
    const rows = await listMembershipsOfUser(pool, params.userId);
    const memberships = rows.map(({ joined_at, ...row }) => ({
      ...row,
      joined_at: joined_at.toISOString(),
    }));
    return { memberships };
  });
  return routes;
}
