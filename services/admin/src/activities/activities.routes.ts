import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { listActivitiesOfUser } from './activities.store.ts';

export function addActivityRoutes(routes: Routes, pool: Pool): void {
  routes.add(exportActivities, async ({ params }) => {
    const rows = await listActivitiesOfUser(pool, params.userId);
    return { activities: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  });
}
