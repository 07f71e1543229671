import { exportMemberships } from '@cairn/contracts/internal/catalog.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { listMembershipsOfUser } from './memberships.store.ts';

export function addMembershipRoutes(routes: Routes, pool: Pool): void {
  routes.add(exportMemberships, async ({ params }) => {
    const rows = await listMembershipsOfUser(pool, params.userId);
    const memberships = rows.map(({ productId, joinedAt, ...row }) => ({
      ...row,
      product_id: productId,
      joined_at: joinedAt.toISOString(),
    }));
    return { memberships };
  });
}
