import { getHuntData as getHuntDataRoute } from '@cairn/contracts/http/hunts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { getHuntData } from './hunts.service.ts';

export function addHuntRoutes(routes: Routes, pool: Pool): void {
  routes.add(getHuntDataRoute, ({ params, identity }) =>
    getHuntData(pool, params.handle, identity),
  );
}
