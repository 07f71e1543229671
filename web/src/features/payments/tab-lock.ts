/**
 * Only one tab at a time pays for a product; the browser releases the lock when the tab closes. Without
 * the Web Locks API (insecure origins) the server's single open intent still prevents a double charge.
 */
export async function tryTabLock<T>(name: string, work: () => Promise<T>): Promise<T | 'taken'> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? work() : 'taken',
  );
}

/** Resolves when no other tab holds the lock. */
export async function waitForTabLock(name: string): Promise<void> {
  await navigator.locks?.request(name, async () => undefined);
}
