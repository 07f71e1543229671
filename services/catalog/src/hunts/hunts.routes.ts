import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { createReadHunt } from './hunts.service.ts';

export function addHuntRoutes(routes: Routes, pool: Pool): void {
  const readHunt = createReadHunt(pool);
  routes.addRead(getHuntData, ({ params: { handle }, identity: { userId, isAdmin } }) =>
    readHunt({ handle, userId, isAdmin }),
  );
}
