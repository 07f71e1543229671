import { MAX_SEARCH_RESULTS, searchMessages } from '@cairn/contracts/http/staff-search.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { searchMessageRows } from './search.store.ts';

export function addSearchRoutes(routes: Routes, pool: Pool): void {
  routes.add(searchMessages, async ({ query: { q } }) => {
    const search = { text: q, phone: toPhonePrefix(q) };
    return { results: await searchMessageRows(pool, search, MAX_SEARCH_RESULTS) };
  });
}

const MIN_DIGITS = 4;

/** The beginning of a number in E.164; without a country code, of the USA and Canada. Else null. */
export function toPhonePrefix(search: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return null;
  return search.startsWith('+') ? `+${digits}` : `+1${digits}`;
}
