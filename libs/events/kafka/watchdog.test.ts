import { createLogger } from '@cairn/service-kit/logger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatchdog, type PartitionLag } from './watchdog.ts';

const STUCK_AFTER_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(read: () => Promise<PartitionLag[]>) {
  const errors: string[] = [];
  const watchdog = createWatchdog({
    readLag: read,
    stuckAfterMs: STUCK_AFTER_MS,
    onStuck: ({ message }) => errors.push(message),
    logger: createLogger('test', 'silent'),
    group: 'catalog',
  });
  watchdog.start();
  return { errors, watchdog };
}

describe('P-2.6 the watchdog of a consumer', () => {
  it('ends the process for one partition without progress while another moves on', async () => {
    let next = 0;
    const { errors, watchdog } = watch(async () => [
      { partition: 'users/0', lag: 5, next: next++ },
      { partition: 'users/1', lag: 2, next: 7 },
    ]);
    const ticks = setInterval(() => watchdog.touch('users/0'), 1_000);
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 1.5);
    clearInterval(ticks);
    expect(errors[0]).toMatch(/no progress in users\/1 for \d+ ms, and 2 messages wait/);
    expect(watchdog.lag()).toBe(7);
    watchdog.stop();
  });

  it.each<[string, (n: number) => PartitionLag[]]>([
    ['nothing waits', () => [{ partition: 'users/0', lag: 0, next: 7 }]],
    ['each partition moves', (n) => [{ partition: 'users/0', lag: 3, next: n }]],
    [
      'the partition goes to another copy',
      (n) => (n > 3 ? [] : [{ partition: 'users/0', lag: 3, next: 7 }]),
    ],
  ])('leaves it alone while %s', async (_, lags) => {
    let n = 0;
    const { errors, watchdog } = watch(async () => lags(n++));
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 3);
    expect(errors).toEqual([]);
    watchdog.stop();
  });

  it('leaves it alone while a message is retried, and while the broker does not answer', async () => {
    let isAway = false;
    const { errors, watchdog } = watch(async () => {
      if (isAway) throw new Error('away');
      return [{ partition: 'users/1', lag: 2, next: 7 }];
    });
    const retries = setInterval(() => watchdog.touchAll(), 1_000);
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 2);
    clearInterval(retries);
    isAway = true;
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 2);
    expect(errors).toEqual([]);
    watchdog.stop();
  });
});
