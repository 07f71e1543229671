import { useSyncExternalStore } from 'react';

/** False in what was rendered at build, and until the browser has taken it over. */
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
