import { AppError } from '@cairn/service-kit/errors.ts';

/** Runs `work` when it is its turn. `key` identifies who waits, such as a client's address. */
export type FairQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

type Waiting = { start: () => void; refuse: (error: Error) => void };

/**
 * Runs at most `concurrency` works at once and lets `maxWaiting` others wait. Keys take turns, and
 * works of one key run in order. When all places are taken, the key with the most waiting works loses
 * its newest one (503), so that a few addresses cannot keep the others out.
 */
export function createFairQueue(limits: { concurrency: number; maxWaiting: number }): FairQueue {
  /** In the order of their turns. Never holds an empty list. */
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
    dropped?.refuse(new BusyError());
  }

  /** The place goes straight to the next, so that no newcomer takes it in between. */
  function startNext(): void {
    const [turn] = waiting;
    if (!turn) return void running--;
    const [key, entries] = turn;
    const next = entries.shift();
    // To the end of the turns, as long as something of it waits.
    waiting.delete(key);
    if (entries.length > 0) waiting.set(key, entries);
    waitingCount--;
    next?.start();
  }

  return async (key, work) => {
    if (running < limits.concurrency) running++;
    else await new Promise<void>((start, refuse) => enqueue(key, { start, refuse }));
    try {
      return await work();
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
