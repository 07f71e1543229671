import { getHuntData as getHuntDataRoute } from '@cairn/contracts/http/hunts.ts';
import type { Context } from '@cairn/service/context.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { getHuntData } from './hunts.service.ts';

export function createHuntRoutes({ createRoutes, pool }: Context): Routes {
  const routes = createRoutes();
  routes.add(getHuntDataRoute, ({ params, identity }) =>
    getHuntData(pool, params.handle, identity),
  );
  return routes;
}
