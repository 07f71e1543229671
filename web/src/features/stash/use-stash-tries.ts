import { useEffect, useState } from 'react';
import { blockFor, countTry, NO_TRIES, readTries } from './stash-tries.ts';

/** The tries as they stand, refreshed each second while a window runs, and when another tab counts. */
export function useStashTries() {
  // As the build rendered the page; what this browser keeps comes after.
  const [tries, setTries] = useState(NO_TRIES);
  useEffect(() => {
    const refresh = () => setTries(readTries());
    refresh();
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, []);
  useEffect(() => {
    if (tries.attempts === 0) return;
    const timer = setInterval(() => setTries(readTries()), 1_000);
    return () => clearInterval(timer);
  }, [tries.attempts]);
  return {
    tries,
    count: () => setTries(countTry()),
    block: (seconds: number) => setTries(blockFor(seconds)),
  };
}
