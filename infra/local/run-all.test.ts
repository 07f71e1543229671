import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAllOrAbort } from './run-all.ts';

test('a failure aborts and awaits the others before it is thrown', async () => {
  let hasEnded = false;
  const endless = async (signal: AbortSignal) => {
    await sleep(60_000, undefined, { signal }).catch(() => sleep(20));
    hasEnded = true;
  };
  const broken = async () => {
    throw new Error('no room');
  };
  await expect(runAllOrAbort(new AbortController().signal, [endless, broken])).rejects.toThrow(
    'no room',
  );
  expect(hasEnded).toBe(true);
});

test('all receive the caller’s abort signal', async () => {
  const asker = new AbortController();
  const work = (signal: AbortSignal) => sleep(60_000, undefined, { signal });
  const done = runAllOrAbort(asker.signal, [work, work]);
  asker.abort();
  await expect(done).rejects.toThrow('aborted');
});
