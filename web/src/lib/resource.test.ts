import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OfflineError } from './api-error.ts';
import { createResource } from './resource.ts';

type Item = { id: string; count: number };
type Answer = PromiseWithResolvers<Item[]> & { signal: AbortSignal };

let page = new EventTarget();
let answers: Answer[] = [];

beforeEach(() => {
  page = new EventTarget();
  answers = [];
  vi.stubGlobal('document', Object.assign(page, { hidden: false }));
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function createItems() {
  return createResource<Item[]>({
    retries: 2,
    load: (signal) => {
      const answer = { ...Promise.withResolvers<Item[]>(), signal };
      answers.push(answer);
      return answer.promise;
    },
  });
}

async function answerNext(items: Item[]): Promise<void> {
  answers.at(-1)?.resolve(items);
  await vi.advanceTimersByTimeAsync(0);
}

async function failNext(error: Error): Promise<void> {
  answers.at(-1)?.reject(error);
  await vi.advanceTimersByTimeAsync(0);
}

const A = { id: 'a', count: 1 };
const B = { id: 'b', count: 1 };

test('components that use it at once share one load', async () => {
  const items = createItems();
  items.attach();
  items.attach();
  expect(answers).toHaveLength(1);
  expect(items.store.get()).toEqual({ data: undefined, error: null, isFetching: true });
  await answerNext([A]);
  expect(items.store.get()).toEqual({ data: [A], error: null, isFetching: false });
});

test('fresh data are not loaded again by the next component or tab change; stale data are', async () => {
  const items = createItems();
  items.attach()();
  await answerNext([A]);
  const detach = items.attach();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(1);
  vi.setSystemTime(Date.now() + 15_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(2);
  await answerNext([A]);
  detach();
  vi.setSystemTime(Date.now() + 15_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(2);
});

test('a refresh aborts the load that runs, whose answer is ignored', async () => {
  const items = createItems();
  items.attach();
  void items.refresh();
  expect(answers[0]?.signal.aborted).toBe(true);
  await answerNext([B]);
  answers[0]?.resolve([A]);
  await vi.advanceTimersByTimeAsync(0);
  expect(items.store.get().data).toEqual([B]);
});

test('a refresh ends with the data of the refresh that aborted it', async () => {
  const items = createItems();
  items.attach();
  await answerNext([A]);
  let seen: unknown;
  const first = items.refresh().then(() => {
    seen = items.store.get().data;
  });
  const second = items.refresh();
  answers.at(-2)?.reject(new DOMException('Aborted', 'AbortError'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toBeUndefined();
  await answerNext([B]);
  await Promise.all([first, second]);
  expect(seen).toEqual([B]);
});

test('a change made during a load is applied to its answer', async () => {
  const items = createItems();
  items.attach();
  await answerNext([A]);
  void items.refresh();
  const newest = { ...A, count: 2 };
  items.change(() => [newest]);
  expect(items.store.get().data).toEqual([newest]);
  await answerNext([A]);
  expect(items.store.get().data).toEqual([newest]);
});

test('an equal answer keeps the data, and equal items keep their identity', async () => {
  const items = createItems();
  items.attach();
  await answerNext([A, B]);
  const before = items.store.get().data;
  void items.refresh();
  await answerNext([{ ...A }, { ...B }]);
  expect(items.store.get().data).toBe(before);
  void items.refresh();
  await answerNext([{ ...A }, { ...B, count: 2 }]);
  expect(items.store.get().data?.[0]).toBe(before?.[0]);
  expect(items.store.get().data?.[1]?.count).toBe(2);
});

test('a transient error is retried twice; the data stay after the last one', async () => {
  const items = createItems();
  items.attach();
  await answerNext([A]);
  void items.refresh();
  const offline = new OfflineError('no answer');
  await failNext(offline);
  await vi.advanceTimersByTimeAsync(500);
  await failNext(offline);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(items.store.get().error).toBeNull();
  await failNext(offline);
  expect(answers).toHaveLength(4);
  expect(items.store.get()).toEqual({ data: [A], error: offline, isFetching: false });
});

test('after a reset, the answer for the former session is ignored', async () => {
  const items = createItems();
  items.attach();
  const first = answers[0];
  items.reset();
  expect(answers).toHaveLength(2);
  await answerNext([B]);
  first?.resolve([A]);
  await vi.advanceTimersByTimeAsync(0);
  expect(items.store.get().data).toEqual([B]);
});
