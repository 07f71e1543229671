import {
  getOffer as getOfferRoute,
  listSnapshots as listSnapshotsRoute,
} from '@cairn/contracts/internal/catalog.ts';
import type { Context } from '@cairn/service/context.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { getOffer, listSnapshots } from './products.service.ts';

export function createProductRoutes({ createRoutes, pool }: Context): Routes {
  const routes = createRoutes();
  routes.add(listSnapshotsRoute, () => listSnapshots(pool));
  routes.add(getOfferRoute, ({ params }) => getOffer(pool, params.id));
  return routes;
}
