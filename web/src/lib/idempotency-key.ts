import { ApiError } from './api-error.ts';
import { randomHex } from './random-hex.ts';

/** Keys of submissions without a final answer, by what was submitted. */
const openKeys = new Map<string, string>();

/** Statuses after which it is not known whether an earlier try of the same submission had an effect. */
const NOT_FINAL: ReadonlySet<number> = new Set([401, 408, 425, 429]);
const CONFLICT = 409;

/**
 * Calls with the Idempotency-Key of a submission: the same one while the same content is sent again
 * after a lost answer, a new one after a final answer or with another content.
 */
export async function withIdempotencyKey<Answer>(
  submission: readonly unknown[],
  call: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const content = JSON.stringify(submission);
  const key = openKeys.get(content) ?? randomHex(16);
  openKeys.set(content, key);
  try {
    const answer = await call(key);
    openKeys.delete(content);
    return answer;
  } catch (error) {
    if (isFinal(error)) openKeys.delete(content);
    throw error;
  }
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return !NOT_FINAL.has(error.status) && !isInProgress(error);
}

/** An earlier request with the key has no answer yet: the only 409 with a Retry-After. */
function isInProgress({ status, retryAfter }: ApiError): boolean {
  return status === CONFLICT && retryAfter !== null;
}
