import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, OfflineError } from '../../lib/api-error.ts';

export type SiteReach = 'fine' | 'offline' | 'away';

const RETRY_MS = 10_000;

/** How the calls of what is on the screen went last; what failed is asked for again. */
export function useReach(): SiteReach {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const reach = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => worstOf(cache.findAll({ type: 'active' }).map(reachOf)),
    () => 'fine' as const,
  );
  useEffect(() => {
    if (reach === 'fine') return;
    const isSilent = (query: Query) => query.isActive() && reachOf(query) !== 'fine';
    const askAgain = () => queryClient.refetchQueries({ predicate: isSilent });
    const timer = setInterval(askAgain, RETRY_MS);
    window.addEventListener('online', askAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', askAgain);
    };
  }, [reach, queryClient]);
  return reach;
}

function reachOf({ state }: Query): SiteReach {
  if (state.error instanceof OfflineError) return 'offline';
  return state.error instanceof ApiError && state.error.status >= 500 ? 'away' : 'fine';
}

function worstOf(all: SiteReach[]): SiteReach {
  if (all.includes('offline')) return 'offline';
  return all.includes('away') ? 'away' : 'fine';
}
