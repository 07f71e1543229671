import { E_TIMEOUT, Mutex, type MutexInterface, withTimeout } from 'async-mutex';

/** Runs `work` after the previous call with the same key has ended or has taken too long. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * The page and the webhook report a charge at the same moment. The second call in this process
 * waits and finds the recorded purchase, which saves requests to Stripe, catalog and auth. This is
 * an optimisation: between replicas, and after `maxWaitMs`, the database prevents duplicates.
 */
export function createKeyedMutex(maxWaitMs: number): KeyedMutex {
  const held = new Map<string, { mutex: MutexInterface; callers: number }>();
  return async (key, work) => {
    const entry = held.get(key) ?? { mutex: withTimeout(new Mutex(), maxWaitMs), callers: 0 };
    held.set(key, entry);
    entry.callers += 1;
    const release = await entry.mutex.acquire().catch((error: unknown) => {
      if (error !== E_TIMEOUT) throw error;
    });
    try {
      return await work();
    } finally {
      release?.();
      entry.callers -= 1;
      if (entry.callers === 0) held.delete(key);
    }
  };
}
