import { getFairness as getFairnessRoute } from '@cairn/contracts/http/claims.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Service } from '../service.ts';
import { getFairness } from './fairness.service.ts';

export function createFairnessRoutes({ createRoutes, pool, keys }: Service): Routes {
  const routes = createRoutes();
  routes.add(getFairnessRoute, ({ params }) => getFairness(pool, params.handle, keys));
  return routes;
}
