import { useEffect, useState } from 'react';
import { blockFor, countTry, NO_TRIES, readTries } from './stash-tries.ts';

/** The tries as they stand, refreshed each second while a window runs. */
export function useStashTries() {
  // As the build rendered the page; what this browser keeps comes after.
  const [tries, setTries] = useState(NO_TRIES);
  useEffect(() => setTries(readTries()), []);
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
