import { MAX_SEARCH_RESULTS, searchMessages } from '@cairn/contracts/http/staff-search.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { toPhonePrefix } from './phone-prefix.ts';
import { searchMessageRows } from './search.store.ts';

export function addSearchRoutes(routes: Routes, pool: Pool): void {
  routes.add(searchMessages, async ({ query: { q } }) => {
    const search = { text: q, phone: toPhonePrefix(q) };
    return { results: await searchMessageRows(pool, search, MAX_SEARCH_RESULTS) };
  });
}
