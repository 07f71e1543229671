import { MAX_SEARCH_RESULTS, searchHunts } from '@cairn/contracts/http/staff-search.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { searchHuntsAndClaims } from './search.store.ts';

export function addSearchRoutes(routes: Routes, pool: Pool): void {
  routes.add(searchHunts, async ({ query: { q } }) => ({
    results: await searchHuntsAndClaims(pool, q, MAX_SEARCH_RESULTS),
  }));
}
