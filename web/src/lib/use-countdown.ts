import { useEffect, useState } from 'react';

/**
 * Whole seconds left of `seconds` since `since` changed. Computed from the clock each second, so that a
 * suspended phone shows the correct value at once.
 */
export function useCountdown(seconds: number, since: unknown): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` restarts the same wait
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
