/**
 * Asks again every 20 ms until the answer is not false, null or undefined; throws after `timeoutMs`.
 * Patience, not a promise: two busy cores start a process or join a group in many seconds.
 */
export async function waitUntil<Result>(
  ask: () => Promise<Result> | Result,
  { timeoutMs = 30_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<Result>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await ask();
    if (result !== false && result !== null && result !== undefined) return result;
    if (Date.now() > end) throw new Error(`${what} did not come true in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
