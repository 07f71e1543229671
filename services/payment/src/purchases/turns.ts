import { setTimeout as delay } from 'node:timers/promises';

/** Runs `work` when the call that is at the same thing has ended, or has taken too long. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * The page and the webhook tell of a charge in the same moment. Whoever is second in this process
 * waits, and finds the purchase there, instead of asking Stripe, catalog and auth the same once
 * more. Nothing depends on it: between copies, and after `patienceMs`, the database decides.
 */
export function createTurns(patienceMs: number): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before ? endOf(before, patienceMs).then(work) : work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

async function endOf(before: Promise<unknown>, patienceMs: number): Promise<void> {
  const timer = new AbortController();
  const patience = delay(patienceMs, undefined, { signal: timer.signal, ref: false });
  await Promise.race([before, patience]).catch(() => {});
  timer.abort();
  await patience.catch(() => {});
}
