import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatch } from './batch.ts';

/** Batches that a test completes itself. */
function controlledBatch() {
  const started: { keys: readonly number[]; finish(): void; fail(error: Error): void }[] = [];
  const load = createBatch<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    started.push({ keys, finish: () => resolve(keys.map((key) => `${key}!`)), fail: reject });
    return promise;
  });
  return { load, started };
}

// A batch must not count as slow because the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('combines the calls of one turn and gives each its own result', async () => {
  const { load, started } = controlledBatch();
  const calls = Promise.all([1, 2, 3].map(load));
  await turn();
  expect(started.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
  started[0]?.finish();
  expect(await calls).toEqual(['1!', '2!', '3!']);
});

it('never gives a call the result of a batch that started before it', async () => {
  const { load, started } = controlledBatch();
  const calls = [load(1)];
  await turn();
  calls.push(load(1));
  await turn();
  calls.push(load(1), load(2));
  await turn();
  // Two batches run; the later calls wait for one of them to end.
  expect(started.map(({ keys }) => keys)).toEqual([[1], [1]]);
  started[1]?.finish();
  await calls[1];
  await turn();
  expect(started.map(({ keys }) => keys)).toEqual([[1], [1], [1, 2]]);
  for (const batch of started) batch.finish();
  expect(await Promise.all(calls)).toEqual(['1!', '1!', '1!', '2!']);
});

it('rejects the calls of a failed batch only', async () => {
  const { load, started } = controlledBatch();
  const failing = load(1);
  await turn();
  const other = load(2);
  await turn();
  started[0]?.fail(new Error('no answer'));
  started[1]?.finish();
  await expect(failing).rejects.toThrow('no answer');
  expect(await other).toBe('2!');
});

it('starts another batch while two are slow', async () => {
  const { load, started } = controlledBatch();
  const calls: Promise<string>[] = [];
  for (const key of [1, 2, 3]) {
    calls.push(load(key));
    await turn();
  }
  expect(started.map(({ keys }) => keys)).toEqual([[1], [2]]);
  await vi.advanceTimersByTimeAsync(1_000);
  await turn();
  expect(started.map(({ keys }) => keys)).toEqual([[1], [2], [3]]);
  for (const batch of started) batch.finish();
  expect(await Promise.all(calls)).toEqual(['1!', '2!', '3!']);
});

it('runs in the context of its first call', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const load = createBatch(async (keys: readonly number[]) => {
    seen.push(storage.getStore());
    return keys;
  });
  await storage.run('first', async () => {
    const first = load(1);
    const second = storage.run('second', () => load(2));
    await Promise.all([first, second]);
  });
  await storage.run('third', () => load(3));
  expect(seen).toEqual(['first', 'third']);
});

it('limits the size of a batch', async () => {
  const { load, started } = controlledBatch();
  const calls = Promise.all(Array.from({ length: 350 }, (_, key) => load(key)));
  await turn();
  await turn();
  expect(started.map(({ keys }) => keys.length)).toEqual([200, 150]);
  for (const batch of started) batch.finish();
  expect(await calls).toHaveLength(350);
});
