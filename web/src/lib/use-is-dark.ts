import { useSyncExternalStore } from 'react';

/** Whether the page has the dark scheme. For content that CSS cannot style. */
export function useIsDark(): boolean {
  return useSyncExternalStore(followScheme, isSchemeDark);
}

const scheme = window.matchMedia('(prefers-color-scheme: dark)');

function isSchemeDark(): boolean {
  return scheme.matches;
}

function followScheme(listener: () => void): () => void {
  scheme.addEventListener('change', listener);
  return () => scheme.removeEventListener('change', listener);
}
