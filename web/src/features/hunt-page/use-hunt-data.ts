import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PERSONAL_KEY } from '../session/use-session.ts';

export function useHuntData(handle: string) {
  return useQuery({
    queryKey: [...PERSONAL_KEY, 'hunt', handle],
    queryFn: ({ signal }) =>
      callApi<HuntData>(`/api/hunt/data/${encodeURIComponent(handle)}`, { signal }),
  });
}
