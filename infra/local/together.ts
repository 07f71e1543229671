/**
 * As Promise.all; but where one fails, or `signal` is aborted, the rest is told to end, and has ended
 * before this throws: nobody is there any more to stop what would run on.
 */
export async function together(
  signal: AbortSignal,
  works: readonly ((signal: AbortSignal) => Promise<unknown>)[],
): Promise<void> {
  const fault = new AbortController();
  const joined = AbortSignal.any([signal, fault.signal]);
  const running = works.map((work) => work(joined));
  try {
    await Promise.all(running);
  } catch (error) {
    fault.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}
