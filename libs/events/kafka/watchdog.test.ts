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

describe('P-2.6 consumer watchdog', () => {
  it('ends the process if one partition makes no progress while another does', async () => {
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
    ['no message waits', () => [{ partition: 'users/0', lag: 0, next: 7 }]],
    ['each partition makes progress', (n) => [{ partition: 'users/0', lag: 3, next: n }]],
    [
      'the partition is reassigned to another copy',
      (n) => (n > 3 ? [] : [{ partition: 'users/0', lag: 3, next: 7 }]),
    ],
  ])('does nothing while %s', async (_, lags) => {
    let n = 0;
    const { errors, watchdog } = watch(async () => lags(n++));
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 3);
    expect(errors).toEqual([]);
    watchdog.stop();
  });

  it('does nothing while a message is retried or the broker is unavailable', async () => {
    let isUnavailable = false;
    const { errors, watchdog } = watch(async () => {
      if (isUnavailable) throw new Error('broker unavailable');
      return [{ partition: 'users/1', lag: 2, next: 7 }];
    });
    const retries = setInterval(() => watchdog.touchAll(), 1_000);
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 2);
    clearInterval(retries);
    isUnavailable = true;
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS * 2);
    expect(errors).toEqual([]);
    watchdog.stop();
  });
});
