import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { HUNT_DATA_KEY } from '../../lib/query-keys.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';

export function useHuntData(handle: string) {
  const token = useStore(sessionStore, (session) => session.token);
  return useQuery({
    queryKey: [...HUNT_DATA_KEY, handle, token],
    queryFn: ({ signal }) => callApi('GET /api/hunt/data/:handle', { params: { handle }, signal }),
  });
}
