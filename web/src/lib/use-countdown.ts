import { useEffect, useState } from 'react';

/**
 * Whole seconds that are left of `seconds`, from the moment that `since` changes; refreshed each
 * second by the clock, so that a phone that slept is right at once.
 */
export function useCountdown(seconds: number, since: unknown): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` starts the same wait anew
  useEffect(() => {
    const end = Date.now() + seconds * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    count();
    if (seconds === 0) return;
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [seconds, since]);
  return left;
}
