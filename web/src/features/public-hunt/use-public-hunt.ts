import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PUBLIC_HUNT_KEY } from '../../lib/query-keys.ts';

export function usePublicHunt(handle: string) {
  return useQuery({
    queryKey: [...PUBLIC_HUNT_KEY, handle],
    queryFn: ({ signal }) =>
      callApi('GET /api/hunts/:handle', { params: { handle }, signal, token: null }),
  });
}
