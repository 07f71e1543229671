import { useEffect, useState } from 'react';
import { blockFor, countAttempt, NO_ATTEMPTS, readAttempts } from './stash-attempts.ts';

/** The current attempts, refreshed every second during a window and when another tab counts. */
export function useStashAttempts() {
  // Same as the prerendered page; the stored value is read after hydration.
  const [state, setTries] = useState(NO_ATTEMPTS);
  useEffect(() => {
    const refresh = () => setTries(readAttempts());
    refresh();
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, []);
  useEffect(() => {
    if (state.attempts === 0) return;
    const timer = setInterval(() => setTries(readAttempts()), 1_000);
    return () => clearInterval(timer);
  }, [state.attempts]);
  return {
    state,
    count: () => setTries(countAttempt()),
    block: (seconds: number) => setTries(blockFor(seconds)),
  };
}
