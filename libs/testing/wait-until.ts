/**
 * Repeats every 20 ms until the result is not false, null or undefined; throws after `timeoutMs`.
 * The default is generous: on two busy cores, starting a process or joining a group takes many
 * seconds.
 */
export async function waitUntil<Result>(
  ask: () => Promise<Result> | Result,
  { timeoutMs = 60_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<Result>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await ask();
    if (result !== false && result !== null && result !== undefined) return result;
    if (Date.now() > end) throw new Error(`${what} did not come true in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
