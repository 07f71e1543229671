import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or at once when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Rejects if `work` takes longer; `work` continues, and its later failure is ignored. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type RetryOptions = {
  signal: AbortSignal;
  maxWaitMs: number;
  /** Receives the number of failures so far. */
  onFailure: (error: unknown, failures: number) => void;
  /** A failure of this callback ends the retries. */
  beforeRetry?: () => Promise<void>;
};

/** Retries with exponential back-off until `work` succeeds; rejects with the last failure when `signal` aborts. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { signal, maxWaitMs, onFailure, beforeRetry }: RetryOptions,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      onFailure(error, failures);
      await pause(Math.min(100 * 2 ** failures, maxWaitMs), signal);
      if (signal.aborted) throw error;
      await beforeRetry?.();
    }
  }
}
