import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, OfflineError } from '../../lib/api-error.ts';

export type ConnectionState = 'ok' | 'offline' | 'unavailable';

const RETRY_MS = 10_000;

/** Connection state from the last result of each active query; refetches the failed ones. */
export function useConnectionState(): ConnectionState {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const connection = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => worstOf(cache.findAll({ type: 'active' }).map(stateOf)),
    () => 'ok' as const,
  );
  useEffect(() => {
    if (connection === 'ok') return;
    const hasFailed = (query: Query) => query.isActive() && stateOf(query) !== 'ok';
    const refetchFailed = () => queryClient.refetchQueries({ predicate: hasFailed });
    const timer = setInterval(refetchFailed, RETRY_MS);
    window.addEventListener('online', refetchFailed);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', refetchFailed);
    };
  }, [connection, queryClient]);
  return connection;
}

function stateOf({ state }: Query): ConnectionState {
  if (state.error instanceof OfflineError) return 'offline';
  return state.error instanceof ApiError && state.error.status >= 500 ? 'unavailable' : 'ok';
}

function worstOf(all: ConnectionState[]): ConnectionState {
  if (all.includes('offline')) return 'offline';
  return all.includes('unavailable') ? 'unavailable' : 'ok';
}
