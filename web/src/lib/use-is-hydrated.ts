import { useSyncExternalStore } from 'react';

/** False in prerendered pages until they are hydrated. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, hydratedOnClient, hydratedOnServer);
}

function neverChanges(): () => void {
  return () => {};
}

function hydratedOnClient(): boolean {
  return true;
}

function hydratedOnServer(): boolean {
  return false;
}
