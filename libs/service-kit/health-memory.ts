/** Resolves if the dependency is usable; rejects or returns false otherwise. */
export type Check = () => Promise<unknown>;

const CACHE_MS = 250;
/** A healthy result expires after 10 s. */
const HEALTHY_EXPIRY_MS = 10_000;
/** Shorter than the timeout of readiness probes. */
const TIMEOUT_MS = 750;
/** A dependency that was unhealthy stays so until a check succeeds, so a short wait is enough. */
const UNHEALTHY_TIMEOUT_MS = 50;

/**
 * Caches check results, since any client may call /readyz at any rate. A slow check continues in
 * the background; until it is done, the last result is returned if it has not expired.
 */
export function remembered(checks: Record<string, Check>): Record<string, Check> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, remember(check)]));
}

function remember(check: Check): Check {
  let last: { isHealthy: boolean; until: number } | null = null;
  let running: Promise<boolean> | null = null;

  async function runCheck(): Promise<boolean> {
    const isHealthy = await (async () => check())().then(
      (result) => result !== false,
      () => false,
    );
    last = { isHealthy, until: performance.now() + CACHE_MS };
    running = null;
    return isHealthy;
  }

  return async () => {
    if (last && performance.now() < last.until) return last.isHealthy;
    running ??= runCheck();
    const timeoutMs = last?.isHealthy === false ? UNHEALTHY_TIMEOUT_MS : TIMEOUT_MS;
    const answer = await within(running, timeoutMs);
    return (
      answer ?? (last?.isHealthy === true && performance.now() < last.until + HEALTHY_EXPIRY_MS)
    );
  };
}

/** Null on timeout. */
async function within(answer: Promise<boolean>, ms: number): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
