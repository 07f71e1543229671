import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { together } from './together.ts';

test('where one fails the others are ended before it is told', async () => {
  let hasEnded = false;
  const endless = async (signal: AbortSignal) => {
    await sleep(60_000, undefined, { signal }).catch(() => sleep(20));
    hasEnded = true;
  };
  const broken = async () => {
    throw new Error('no room');
  };
  await expect(together(new AbortController().signal, [endless, broken])).rejects.toThrow(
    'no room',
  );
  expect(hasEnded).toBe(true);
});

test('all get the signal of the one who asks', async () => {
  const asker = new AbortController();
  const work = (signal: AbortSignal) => sleep(60_000, undefined, { signal });
  const done = together(asker.signal, [work, work]);
  asker.abort();
  await expect(done).rejects.toThrow('aborted');
});
