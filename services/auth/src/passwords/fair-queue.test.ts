import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const BUSY = { status: 503, headers: { 'retry-after': '5' } };

/** A queue with one slot, which is occupied until `open` is called. */
function blockedQueue(maxWaiting: number): { queue: FairQueue; open: () => void } {
  const queue = createFairQueue({ concurrency: 1, maxWaiting });
  const gate = Promise.withResolvers<void>();
  void queue('first', () => gate.promise);
  return { queue, open: gate.resolve };
}

describe('fair queue', () => {
  it('runs at most `concurrency` tasks at once, and tasks of one key in order', async () => {
    const queue = createFairQueue({ concurrency: 3, maxWaiting: 50 });
    const started: number[] = [];
    let running = 0;
    let maxRunning = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        queue('a', async () => {
          started.push(index);
          maxRunning = Math.max(maxRunning, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
        }),
      ),
    );
    expect(maxRunning).toBe(3);
    expect(started).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('returns results and errors to their callers, and continues after an error', async () => {
    const queue = createFairQueue({ concurrency: 1, maxWaiting: 50 });
    const results = await Promise.allSettled([
      queue('a', async () => 'first'),
      queue('a', async () => {
        throw new Error('second');
      }),
      queue('a', async () => 'third'),
    ]);
    expect(results).toMatchObject([
      { value: 'first' },
      { reason: { message: 'second' } },
      { value: 'third' },
    ]);
    expect(await queue('a', async () => 'fourth')).toBe('fourth');
  });

  it('rejects the newest task when one key fills the queue, and accepts tasks again later', async () => {
    const { queue, open } = blockedQueue(2);
    const waiting = [1, 2].map((number) => queue('a', async () => number));
    await expect(queue('a', async () => 3)).rejects.toMatchObject(BUSY);
    open();
    expect(await Promise.all(waiting)).toEqual([1, 2]);
    expect(await queue('a', async () => 4)).toBe(4);
  });

  it('accepts tasks of other keys when a few keys fill the queue, and serves keys round-robin', async () => {
    const { queue, open } = blockedQueue(200);
    const order: string[] = [];
    const add = (key: string) => queue(key, async () => void order.push(key));
    const flood = ['a', 'b', 'c'].flatMap((key) =>
      Array.from({ length: 200 }, () => add(key).catch((error: unknown) => error)),
    );
    const others = Array.from({ length: 50 }, (_, index) => add(`other-${index}`));
    open();
    await Promise.all(others);
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(3 * 200 - 150);
    // Each key is served once before any is served twice.
    expect(new Set(order.slice(0, 53)).size).toBe(53);
  });

  it('passes a free slot to the next waiting task, not to a new call', async () => {
    const queue = createFairQueue({ concurrency: 1, maxWaiting: 50 });
    let running = 0;
    const work = async () => {
      expect(++running).toBe(1);
      await Promise.resolve();
      running--;
    };
    const waiting = [queue('a', work), queue('b', work)];
    await waiting[0];
    await Promise.all([queue('c', work), ...waiting]);
    expect(running).toBe(0);
  });
});
