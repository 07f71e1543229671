import { getFairness as getFairnessRoute } from '@cairn/contracts/http/claims.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { CodeKeys } from '../codes/codes.service.ts';
import { getFairness } from './fairness.service.ts';

export function addFairnessRoutes(
  routes: Routes,
  { pool, keys }: { pool: Pool; keys: CodeKeys },
): void {
  routes.add(getFairnessRoute, ({ params }) => getFairness(pool, params.handle, keys));
}
