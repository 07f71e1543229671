import { useReducer, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * A text stored in this history entry. It survives a reload, also after a phone discarded the page, and is
 * private to this tab and entry. Empty on the first render and in prerendered pages.
 */
export function useHistoryState(key: string): [string, (text: string) => void] {
  // Another history entry may show the same page.
  useLocation();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => readEntry(key),
    () => '',
  );
  function write(next: string) {
    window.history.replaceState({ ...window.history.state, [key]: next }, '');
    render();
  }
  return [text, write];
}

function readEntry(key: string): string {
  const text: unknown = Object(window.history.state)[key];
  return typeof text === 'string' ? text : '';
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
