import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedRead } from './cached-read.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('concurrent and later callers share one read until it expires', async () => {
  let reads = 0;
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const read = cachedRead(1_000, async () => {
    reads += 1;
    await isRead;
    return reads;
  });
  const first = read();
  vi.advanceTimersByTime(5_000);
  const second = read();
  resolve();
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read()).toBe(2);
});

it('does not cache a failure', async () => {
  const answers = [() => Promise.reject(new Error('no connection')), async () => 2];
  const read = cachedRead(1_000, async () => answers.shift()?.());
  await expect(read()).rejects.toThrow('no connection');
  expect(await read()).toBe(2);
});
