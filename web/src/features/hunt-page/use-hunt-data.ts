import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { HUNT_DATA_KEY } from '../../lib/query-keys.ts';

export function useHuntData(handle: string) {
  return useQuery({
    queryKey: [...HUNT_DATA_KEY, handle],
    queryFn: ({ signal }) =>
      callApi<HuntData>(`/api/hunt/data/${encodeURIComponent(handle)}`, { signal }),
  });
}
