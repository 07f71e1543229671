import { useEffect, useState } from 'react';
import { blockFor, countMessage, EMPTY_WINDOW, readWindow, WINDOW_MS } from './contact-window.ts';

const REFRESH_MS = 60_000;

/** The current window, refreshed every minute, at its end and when another tab counts. */
export function useContactWindow() {
  // Same as the prerendered page; the stored value is read after hydration.
  const [window, setWindow] = useState(EMPTY_WINDOW);
  useEffect(() => {
    const refresh = () => setWindow(readWindow());
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    addEventListener('storage', refresh);
    return () => {
      clearInterval(timer);
      removeEventListener('storage', refresh);
    };
  }, []);
  const { count: counted, lastReset } = window;
  useEffect(() => {
    if (counted === 0) return;
    const remainingMs = lastReset + WINDOW_MS - Date.now();
    const timer = setTimeout(() => setWindow(readWindow()), Math.max(0, remainingMs));
    return () => clearTimeout(timer);
  }, [counted, lastReset]);
  return {
    window,
    /** Reads the window again, for a decision. */
    refresh() {
      const now = readWindow();
      setWindow(now);
      return now;
    },
    count: () => setWindow(countMessage()),
    block: (seconds: number) => setWindow(blockFor(seconds)),
  };
}
