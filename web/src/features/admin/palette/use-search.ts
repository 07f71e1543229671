import { MIN_SEARCH_LENGTH } from '@cairn/contracts/http/staff-search.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adminQuery } from '../api/call-route.ts';

const SOURCES = [
  { name: 'users', endpoint: 'GET /api/admin/search/users' },
  { name: 'purchases', endpoint: 'GET /api/admin/search/purchases' },
  { name: 'hunts and claims', endpoint: 'GET /api/admin/search/hunts' },
  { name: 'mailings, messages and phones', endpoint: 'GET /api/admin/search/messages' },
] as const;
const PAUSE_MS = 200;

/** Asks all services in parallel; one that fails leaves the results of the others. */
export function useSearch(text: string) {
  const settled = useSettled(text.trim());
  const queries = useQueries({
    queries: SOURCES.map(({ name, endpoint }) => ({
      ...adminQuery(endpoint, { query: { q: settled } }, 'search', name, settled),
      enabled: settled.length >= MIN_SEARCH_LENGTH,
      retry: false,
    })),
  });
  const isAsked = settled.length >= MIN_SEARCH_LENGTH;
  return {
    results: isAsked ? queries.flatMap(({ data }) => data?.results ?? []) : [],
    failed: isAsked ? SOURCES.filter((_, index) => queries[index]?.isError) : [],
    isSearching: settled !== text.trim() || queries.some(({ isFetching }) => isFetching),
    isAsked,
  };
}

function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
