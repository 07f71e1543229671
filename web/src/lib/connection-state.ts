import { useEffect } from 'react';
import { ApiError, OfflineError } from './api-error.ts';
import { createStore, useStore } from './store.ts';

export type ConnectionState = 'ok' | 'offline' | 'unavailable';

/** Data of the page: a resource, or all queries together. */
type Source = { retryFailed: () => void };

const RETRY_MS = 10_000;
const failing = createStore<ReadonlyMap<Source, ConnectionState>>(new Map());

/** Called with the errors of the last load of all that the page shows of the source. */
export function reportErrors(source: Source, errors: readonly unknown[]): void {
  const state = worstOf(errors.map(stateOf));
  const before = failing.get();
  if (state === (before.get(source) ?? 'ok')) return;
  const next = new Map(before);
  if (state === 'ok') next.delete(source);
  else next.set(source, state);
  failing.set(next);
}

/** Whether the data of the page could be loaded; loads the failed ones again. */
export function useConnectionState(): ConnectionState {
  const connection = useStore(failing, (sources) => worstOf([...sources.values()]));
  useEffect(() => {
    if (connection === 'ok') return;
    const retryFailed = () => {
      for (const source of failing.get().keys()) source.retryFailed();
    };
    const timer = setInterval(retryFailed, RETRY_MS);
    window.addEventListener('online', retryFailed);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retryFailed);
    };
  }, [connection]);
  return connection;
}

function stateOf(error: unknown): ConnectionState {
  if (error instanceof OfflineError) return 'offline';
  return error instanceof ApiError && error.status >= 500 ? 'unavailable' : 'ok';
}

function worstOf(all: ConnectionState[]): ConnectionState {
  if (all.includes('offline')) return 'offline';
  return all.includes('unavailable') ? 'unavailable' : 'ok';
}
