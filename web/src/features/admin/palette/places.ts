import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';

const PATHS: Record<SearchResult['kind'], (id: string) => string> = {
  user: (id) => `/admin/user/${id}`,
  purchase: (id) => `/admin?tab=purchases&search=${id}`,
  hunt: (id) => `/admin?tab=hunts&hunt=${id}`,
  claim: () => '/admin?tab=claims',
  mailing: () => '/admin?tab=email',
  message: (id) => `/admin?tab=messages&status=all&search=${id}`,
};

/** The page of the back office that shows the result. */
export function pathOf({ kind, id }: Pick<SearchResult, 'kind' | 'id'>): string {
  return PATHS[kind](encodeURIComponent(id));
}
