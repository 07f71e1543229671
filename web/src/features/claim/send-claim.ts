import type { EndpointAnswer } from '@cairn/contracts/http/endpoints.ts';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, OfflineError } from '../../lib/api-error.ts';

type Won = EndpointAnswer<'POST /api/hunts/:handle/claim'>;
type Body = { code: string; claimKey: string };

type Options = {
  signal: AbortSignal;
  /** Called when an attempt got no answer; the next one follows automatically. */
  onWait: () => void;
};

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Sends a code until the server answers. Safe to repeat: the same claim key and code get the same answer.
 * Throws the refusal, an ApiError below 500.
 */
export async function sendClaim(
  handle: string,
  body: Body,
  { signal, onWait }: Options,
): Promise<Won> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await sendOnce(handle, body, signal);
    } catch (error) {
      if (signal.aborted || !isUnanswered(error)) throw error;
    }
    onWait();
    await waitOrOnline(wait * (0.75 + Math.random() / 2), signal);
  }
}

export function sendOnce(handle: string, body: Body, signal: AbortSignal): Promise<Won> {
  const params = { handle };
  return callApi('POST /api/hunts/:handle/claim', { params, body, token: null, signal });
}

function isUnanswered(error: unknown): boolean {
  return error instanceof OfflineError || (error instanceof ApiError && error.status >= 500);
}

/** Ends early when the browser comes online. Rejects when the signal aborts. */
function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, ms);
    function clear() {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', abort);
    }
    function finish() {
      clear();
      resolve();
    }
    function abort() {
      clear();
      reject(signal.reason);
    }
    window.addEventListener('online', finish);
    signal.addEventListener('abort', abort);
  });
}
