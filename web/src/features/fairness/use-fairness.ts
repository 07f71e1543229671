import type { Fairness } from '@cairn/contracts/http/claims.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { FAIRNESS_KEY } from '../../lib/query-keys.ts';

/** Null before the hunt has a commitment. */
export function useFairness(handle: string) {
  return useQuery({
    queryKey: [...FAIRNESS_KEY, handle],
    queryFn: async ({ signal }) => {
      const path = `/api/hunts/${encodeURIComponent(handle)}/fairness`;
      try {
        return await callApi<Fairness>(path, { signal, token: null });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
