import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPT_TIMEOUT_MS = 10_000;

/** Resolves with the HTTP status or error name. */
export async function postWebhook(
  url: string,
  message: { headers: Record<string, string>; body: string },
  stopping: AbortSignal,
): Promise<number | string> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
  try {
    const response = await fetch(url, { method: 'POST', ...message, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.name : 'failed';
  }
}

/** Calls `act` after a while, unless `stopping` aborts first. */
export function later(milliseconds: number, stopping: AbortSignal, act: () => void): void {
  delay(milliseconds, undefined, { signal: stopping }).then(act, () => undefined);
}
