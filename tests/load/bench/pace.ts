import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `send` at a fixed rate, whether or not earlier calls have ended, with the time at which the call
 * was due; waits for all of them.
 */
export async function pace(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  send: (dueAt: number) => Promise<void>,
): Promise<void> {
  const calls: Promise<void>[] = [];
  const count = Math.round(perSecond * seconds);
  const began = performance.now();
  for (let index = 0; index < count; ) {
    const elapsed = performance.now() - began;
    for (; index < Math.min(count, (elapsed / 1_000) * perSecond); index += 1) {
      calls.push(send(began + (index / perSecond) * 1_000));
    }
    await sleep(1);
  }
  await Promise.all(calls);
}
