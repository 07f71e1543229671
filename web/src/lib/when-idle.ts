const TIMEOUT_MS = 2_000;

/** Runs the act when the main thread has nothing else to do; the returned function cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no requestIdleCallback: https://caniuse.com/requestidlecallback
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: TIMEOUT_MS });
  return () => window.cancelIdleCallback(handle);
}
