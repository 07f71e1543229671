import { AsyncLocalStorage } from 'node:async_hooks';

const MAX_RUNNING = 2;
const MAX_KEYS = 200;
/** A slower batch counts no longer as running, so that stuck statements do not block later calls. */
const SLOW_MS = 250;

type Waiting<Key, Result> = {
  key: Key;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** Runs a function in the asynchronous context of the call. */
  inContext: <Value>(work: () => Value) => Value;
};

/**
 * Combines concurrent calls into one call of `load`, which returns one result per key in the same
 * order. A call joins a batch that has not started: its result is never older than the call. Two batches
 * run at a time, more while some take over 250 ms. A batch runs in the context of its first call. Keys must
 * be validated, because an error of `load` rejects all calls of the batch.
 */
export function createBatch<Key, Result>(
  load: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  let waiting: Waiting<Key, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  async function run(): Promise<void> {
    isScheduled = false;
    const batch = waiting.slice(0, MAX_KEYS);
    waiting = waiting.slice(MAX_KEYS);
    running += 1;
    schedule();
    const timer = setTimeout(release, SLOW_MS);
    let isReleased = false;
    function release(): void {
      clearTimeout(timer);
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      schedule();
    }
    try {
      const [first] = batch;
      const keys = batch.map(({ key }) => key);
      const results = await (first ? first.inContext(() => load(keys)) : load(keys));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    release();
  }

  /** After the requests that have arrived in this turn of the event loop. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= MAX_RUNNING) return;
    isScheduled = true;
    setImmediate(run);
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject, inContext: AsyncLocalStorage.snapshot() });
      schedule();
    });
}
