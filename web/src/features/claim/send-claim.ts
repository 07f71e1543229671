import type { claimTreasure } from '@cairn/contracts/http/claims.ts';
import type { z } from 'zod';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, OfflineError } from '../../lib/api-error.ts';

type Won = z.infer<typeof claimTreasure.answer>;
type Body = { code: string; claimKey: string };

type Options = {
  signal: AbortSignal;
  /** No answer came, or none that counts; it is tried again by itself. */
  onWait: () => void;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Sends a code until somebody answers it. The key makes that harmless: the same key and code get the
 * same answer, however often it was lost on its way. Throws the refusal, an ApiError below 500.
 */
export async function sendClaim(
  handle: string,
  body: Body,
  { signal, onWait }: Options,
): Promise<Won> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await sendOnce(handle, body, signal);
    } catch (error) {
      if (signal.aborted || !isUnanswered(error)) throw error;
    }
    onWait();
    await untilOnlineOr(wait * (0.75 + Math.random() / 2), signal);
  }
}

export function sendOnce(handle: string, body: Body, signal: AbortSignal): Promise<Won> {
  const path = `/api/hunts/${encodeURIComponent(handle)}/claim`;
  return callApi<Won>(path, { method: 'POST', body, token: null, signal });
}

function isUnanswered(error: unknown): boolean {
  return error instanceof OfflineError || (error instanceof ApiError && error.status >= 500);
}

/** Reception that comes back ends the wait at once. Rejects when it is given up. */
function untilOnlineOr(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(goOn, ms);
    function clear() {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      signal.removeEventListener('abort', giveUp);
    }
    function goOn() {
      clear();
      resolve();
    }
    function giveUp() {
      clear();
      reject(signal.reason);
    }
    window.addEventListener('online', goOn);
    signal.addEventListener('abort', giveUp);
  });
}
