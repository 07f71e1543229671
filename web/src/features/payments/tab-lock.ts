/**
 * One tab at a time pays for a product; the browser frees the lock when its tab goes. Where there
 * are no locks (an insecure origin), the server's one open intent still keeps the charge single.
 */
export async function tryTabLock<T>(name: string, work: () => Promise<T>): Promise<T | 'taken'> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? work() : 'taken',
  );
}

/** Resolves once no other tab is at it. */
export async function waitForTabLock(name: string): Promise<void> {
  await navigator.locks?.request(name, async () => undefined);
}
