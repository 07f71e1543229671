export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets at most `limit` works run at once; the others wait, first come, first served. */
export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running++;
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
