import {
  getOffer as getOfferRoute,
  listSnapshots as listSnapshotsRoute,
} from '@cairn/contracts/internal/catalog.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { getOffer, listSnapshots } from './products.service.ts';

export function addProductRoutes(routes: Routes, pool: Pool): void {
  routes.add(listSnapshotsRoute, () => listSnapshots(pool));
  routes.add(getOfferRoute, ({ params }) => getOffer(pool, params.id));
}
