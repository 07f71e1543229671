import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refreshSession } from '../features/session/use-session.ts';
import { ApiError, isTransient } from '../lib/api-error.ts';
import { reportErrors } from '../lib/connection-state.ts';
import { onUserChange } from '../lib/on-user-change.ts';
import { PERSONAL_KEY } from '../lib/query-keys.ts';
import { readToken, sessionStore } from '../lib/session-store.ts';

const RETRIES = 2;
const FIRST_RETRY_MS = 500;

let shared: QueryClient | undefined;

/** For the pages that use the query library; they share one cache. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    shared ??= createQueryClient();
    return shared;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onError });
  const client = new QueryClient({
    queryCache,
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
  const hasFailed = ({ state }: Query) => state.error !== null;
  const source = {
    retryFailed: () => void client.refetchQueries({ type: 'active', predicate: hasFailed }),
  };
  queryCache.subscribe(() => {
    const active = queryCache.findAll({ type: 'active' });
    reportErrors(
      source,
      active.map(({ state }) => state.error),
    );
  });
  const removePersonal = () => client.removeQueries({ queryKey: PERSONAL_KEY });
  onUserChange(removePersonal);
  sessionStore.subscribe(() => {
    if (!readToken()) removePersonal();
  });
  return client;
}

/** After a 401, the session check verifies the token. */
function onError(error: Error) {
  if (error instanceof ApiError && error.status === 401) void refreshSession();
}
