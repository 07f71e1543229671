type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Like Promise.all, but if one fails, or `signal` is aborted, the rest is aborted and awaited
 * before this throws, so that nothing keeps running without an owner.
 */
export async function runAllOrAbort<Result>(
  signal: AbortSignal,
  works: readonly Work<Result>[],
): Promise<Result[]> {
  const fault = new AbortController();
  const joined = AbortSignal.any([signal, fault.signal]);
  const running = works.map((work) => work(joined));
  try {
    return await Promise.all(running);
  } catch (error) {
    fault.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}
