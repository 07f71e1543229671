import { z } from 'zod';
import { id } from '../ids.ts';
import type { ServiceName } from '../services.ts';
import { defineRoute } from './route.ts';

/** One match of a search in the back office. */
export const searchResult = z.object({
  kind: z.enum(['user', 'purchase', 'hunt', 'claim', 'mailing', 'message']),
  id,
  label: z.string(),
  detail: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

/** Pages ask from this length on. */
export const MIN_SEARCH_LENGTH = 2;
/** Of each kind. */
export const MAX_SEARCH_RESULTS = 5;

const defineSearch = <Name extends string>(owner: ServiceName, name: Name, summary: string) =>
  defineRoute({
    owner,
    method: 'GET',
    path: `/api/admin/search/${name}` as const,
    access: 'admin',
    summary,
    query: z.object({ q: z.string().trim().max(254).default('') }),
    answer: z.object({ results: z.array(searchResult) }),
  });

export const searchUsers = defineSearch(
  'auth',
  'users',
  'Users by the beginning of their address or name, or by id',
);
export const searchPurchases = defineSearch(
  'payment',
  'purchases',
  'Purchases by the text of their list’s search',
);
export const searchHunts = defineSearch(
  'catalog',
  'hunts',
  'Hunts by a part of their title or handle, or by id, and their claims',
);
export const searchMessages = defineSearch(
  'notification',
  'messages',
  'Users by phone; mailings by the beginning of their subject; contact messages by address; by id',
);
