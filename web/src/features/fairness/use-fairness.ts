import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { FAIRNESS_KEY } from '../../lib/query-keys.ts';

/** Null before the hunt has a commitment. */
export function useFairness(handle: string) {
  return useQuery({
    queryKey: [...FAIRNESS_KEY, handle],
    queryFn: async ({ signal }) => {
      try {
        return await callApi('GET /api/hunts/:handle/fairness', {
          params: { handle },
          signal,
          token: null,
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
