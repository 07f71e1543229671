import { AppError } from '@cairn/service-kit/errors.ts';

/** Runs `task` when it is due. `key` identifies the client, such as its address. */
export type FairQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

type Waiting = { start: () => void; reject: (error: Error) => void };

/**
 * Runs at most `concurrency` tasks at once and queues up to `maxWaiting` more. Keys are served
 * round-robin; tasks of one key run in order. When the queue is full, the key with the most waiting
 * tasks loses its newest one (503), so that a few addresses cannot block the others.
 */
export function createFairQueue(limits: { concurrency: number; maxWaiting: number }): FairQueue {
  /** In round-robin order. Never holds an empty list. */
  const waiting = new Map<string, Waiting[]>();
  let waitingCount = 0;
  let running = 0;

  function enqueue(key: string, entry: Waiting): void {
    const entries = waiting.get(key) ?? [];
    entries.push(entry);
    waiting.set(key, entries);
    waitingCount++;
    if (waitingCount > limits.maxWaiting) dropFromLongest();
  }

  function dropFromLongest(): void {
    const [first, ...others] = waiting;
    if (!first) return;
    const [key, entries] = others.reduce(
      (longest, each) => (each[1].length > longest[1].length ? each : longest),
      first,
    );
    const dropped = entries.pop();
    if (entries.length === 0) waiting.delete(key);
    waitingCount--;
    dropped?.reject(new BusyError());
  }

  /** Passes the slot directly to the next waiting task, so that a new call cannot take it. */
  function startNext(): void {
    const [first] = waiting;
    if (!first) return void running--;
    const [key, entries] = first;
    const next = entries.shift();
    // Moves the key to the end while it has waiting tasks.
    waiting.delete(key);
    if (entries.length > 0) waiting.set(key, entries);
    waitingCount--;
    next?.start();
  }

  return async (key, task) => {
    if (running < limits.concurrency) running++;
    else await new Promise<void>((start, reject) => enqueue(key, { start, reject }));
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}

class BusyError extends AppError {
  override name = 'BusyError';
  constructor() {
    super('Too many people are logging in at this moment. Please try again.', {
      code: 'busy',
      status: 503,
      headers: { 'retry-after': '5' },
    });
  }
}
