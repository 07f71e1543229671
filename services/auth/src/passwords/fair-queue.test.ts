import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const BUSY = { status: 503, headers: { 'retry-after': '5' } };

/** A queue of one place that is taken until `open` is called. */
function blockedQueue(maxWaiting: number): { queue: FairQueue; open: () => void } {
  const queue = createFairQueue({ concurrency: 1, maxWaiting });
  const gate = Promise.withResolvers<void>();
  void queue('first', () => gate.promise);
  return { queue, open: gate.resolve };
}

describe('fair queue', () => {
  it('runs at most as many works at once as allowed, those of one key in order', async () => {
    const queue = createFairQueue({ concurrency: 3, maxWaiting: 50 });
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        queue('a', async () => {
          begun.push(index);
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('returns results and errors to their callers, and goes on after an error', async () => {
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

  it('refuses the newest work of a key alone in a full queue, and takes works again later', async () => {
    const { queue, open } = blockedQueue(2);
    const waiting = [1, 2].map((number) => queue('a', async () => number));
    await expect(queue('a', async () => 3)).rejects.toMatchObject(BUSY);
    open();
    expect(await Promise.all(waiting)).toEqual([1, 2]);
    expect(await queue('a', async () => 4)).toBe(4);
  });

  it('lets others in where a few addresses fill the queue, and serves them in turn', async () => {
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
    // Each key has its first turn before any has its second.
    expect(new Set(order.slice(0, 53)).size).toBe(53);
  });

  it('gives a place to the next that waits, not to a newcomer', async () => {
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
