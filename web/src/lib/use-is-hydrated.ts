import { useSyncExternalStore } from 'react';

/** False in prerendered pages until they are hydrated. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, isHere, isNotHere);
}

function neverChanges(): () => void {
  return () => {};
}

function isHere(): boolean {
  return true;
}

function isNotHere(): boolean {
  return false;
}
