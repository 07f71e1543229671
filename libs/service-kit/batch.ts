/** At most this many batches run at a time, so that one slow batch does not block the others. */
const MAX_RUNNING = 2;
const MAX_KEYS = 200;

type Waiting<Key, Result> = {
  key: Key;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Combines concurrent calls into one call of `load`, which returns one result per key in the same
 * order. A call joins a batch that has not started: its result is never older than the call. Keys must
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
    try {
      const results = await load(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    schedule();
  }

  /** After the requests that have arrived in this turn of the event loop. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= MAX_RUNNING) return;
    isScheduled = true;
    setImmediate(run);
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
