/** Allows a slow response; a source is skipped within 20 s. */
const STALL_TIMEOUT_MS = 15_000;

export class StallError extends Error {
  override name = 'StallError';
}

/**
 * Runs work of unlimited duration, such as a download, and aborts it if it reports no progress for
 * `withinMs`. Rejects then even if the work does not end.
 */
export async function abortOnStall<Result>(
  what: string,
  outer: AbortSignal,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<Result>,
  withinMs = STALL_TIMEOUT_MS,
): Promise<Result> {
  const stall = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let rejectStalled: (error: Error) => void = () => {};
  const stalled = new Promise<never>((_resolve, reject) => {
    rejectStalled = reject;
  });
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const error = new StallError(`${what}: no data within ${withinMs / 1000} s`);
      stall.abort(error);
      rejectStalled(error);
    }, withinMs);
  };
  onProgress();
  try {
    return await Promise.race([work(AbortSignal.any([outer, stall.signal]), onProgress), stalled]);
  } finally {
    clearTimeout(timer);
  }
}
