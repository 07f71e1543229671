import { AppError } from '@cairn/service-kit/errors.ts';

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets at most `limit` works run at once; the others wait, first come, first served. Where
 * `mayWait` do already the next is refused (503), rather than served when nobody waits any more.
 */
export function createTurns(limit: number, mayWait: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running++;
    else if (waiting.length >= mayWait) throw new BusyError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes straight to the next, so that nobody can slip in between.
      if (next) next();
      else running--;
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
