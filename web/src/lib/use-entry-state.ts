import { useReducer, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * A text kept with this entry of the history: it outlives a reload, as when a phone drops the page in
 * the background, and leaves neither this tab nor this entry. Empty at first, and in what was built.
 */
export function useEntryState(key: string): [string, (text: string) => void] {
  // Another entry may show the same page.
  useLocation();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => readEntry(key),
    () => '',
  );
  function keep(next: string) {
    window.history.replaceState({ ...window.history.state, [key]: next }, '');
    render();
  }
  return [text, keep];
}

function readEntry(key: string): string {
  const text: unknown = Object(window.history.state)[key];
  return typeof text === 'string' ? text : '';
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
