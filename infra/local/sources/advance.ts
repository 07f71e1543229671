/** Long enough for a slow answer; what comes before the next source takes no longer than 20 s. */
const ADVANCE_WITHIN_MS = 15_000;

export class NoAdvance extends Error {
  override name = 'NoAdvance';
}

/**
 * Work that may take long, such as a download, but not stand still: where it tells of nothing for a
 * while it is aborted, and given up whether or not it ends.
 */
export async function whileItAdvances<Result>(
  what: string,
  outer: AbortSignal,
  work: (signal: AbortSignal, advance: () => void) => Promise<Result>,
  withinMs = ADVANCE_WITHIN_MS,
): Promise<Result> {
  const standstill = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (error: Error) => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const advance = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const error = new NoAdvance(`${what}: nothing came within ${withinMs / 1000} s`);
      standstill.abort(error);
      giveUp(error);
    }, withinMs);
  };
  advance();
  try {
    return await Promise.race([
      work(AbortSignal.any([outer, standstill.signal]), advance),
      givenUp,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
