import { setTimeout as delay } from 'node:timers/promises';

/** Runs `work` after the previous call with the same key has ended or has taken too long. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * The page and the webhook report a charge at the same moment. The second call in this process
 * waits and finds the recorded purchase, which saves requests to Stripe, catalog and auth. This is
 * an optimisation: between replicas, and after `maxWaitMs`, the database prevents duplicates.
 */
export function createKeyedMutex(maxWaitMs: number): KeyedMutex {
  const latest = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = latest.get(key);
    const current = previous ? waitFor(previous, maxWaitMs).then(work) : work();
    latest.set(key, current);
    try {
      return await current;
    } finally {
      if (latest.get(key) === current) latest.delete(key);
    }
  };
}

async function waitFor(previous: Promise<unknown>, maxWaitMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(maxWaitMs, undefined, { signal: timer.signal, ref: false });
  await Promise.race([previous, timeout]).catch(() => {});
  timer.abort();
  await timeout.catch(() => {});
}
