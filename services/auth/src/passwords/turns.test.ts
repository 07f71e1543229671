import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('never lets more run at once than allowed, and lets all run in order', async () => {
    const inTurn = createTurns(3, 50);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        inTurn(async () => {
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

  it('gives the result or the error to whoever asked, and goes on after an error', async () => {
    const inTurn = createTurns(1, 50);
    const results = await Promise.allSettled([
      inTurn(async () => 'first'),
      inTurn(async () => {
        throw new Error('second');
      }),
      inTurn(async () => 'third'),
    ]);
    expect(results).toMatchObject([
      { value: 'first' },
      { reason: { message: 'second' } },
      { value: 'third' },
    ]);
    expect(await inTurn(async () => 'fourth')).toBe('fourth');
  });

  it('refuses whoever would wait too long, at once, and takes the next when there is room', async () => {
    const inTurn = createTurns(1, 2);
    const gate = Promise.withResolvers<void>();
    const taken = [1, 2, 3].map((number) => inTurn(() => gate.promise.then(() => number)));
    await expect(inTurn(async () => 4)).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    gate.resolve();
    expect(await Promise.all(taken)).toEqual([1, 2, 3]);
    expect(await inTurn(async () => 5)).toBe(5);
  });

  it('lets nobody slip in while a place passes on', async () => {
    const inTurn = createTurns(1, 50);
    let running = 0;
    const work = async () => {
      expect(++running).toBe(1);
      await Promise.resolve();
      running--;
    };
    const waiting = [inTurn(work), inTurn(work)];
    await waiting[0];
    await Promise.all([inTurn(work), ...waiting]);
    expect(running).toBe(0);
  });
});
