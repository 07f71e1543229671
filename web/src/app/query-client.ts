import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { readToken, subscribe } from '../features/session/session-store.ts';
import { PERSONAL_KEY, SESSION_KEY } from '../features/session/use-session.ts';
import { ApiError, isTransient } from '../lib/api-error.ts';

const RETRIES = 2;
const FIRST_RETRY_MS = 500;

export function createQueryClient(): QueryClient {
  /** After a 401 of another call, the session check verifies the token. */
  function onError(error: Error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== SESSION_KEY[0]) onError(error);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // navigator.onLine is often wrong, so queries run regardless of it.
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isTransient(error),
        retryDelay: (count) => FIRST_RETRY_MS * 2 ** count,
        staleTime: 15_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  subscribe(() => {
    if (!readToken()) client.removeQueries({ queryKey: PERSONAL_KEY });
  });
  return client;
}
